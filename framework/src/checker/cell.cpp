// Storage of the rare parts of cells: extras, list nodes and byte cells, all given back together when a launch begins.
#include "cell.hpp"

namespace kparity::checker {

void Pools::clear() {
  extras_.clear();
  nodes_.clear();
  bytes_.clear();
  free_ = 0;
  free_extras_.clear();
  extras_.emplace_back();  // index 0 is "none" everywhere
  nodes_.emplace_back();
  bytes_.emplace_back();
}

Extra* Pools::find(Cell& cell, std::uint32_t floor) {
  if (cell.extra == 0) return nullptr;
  if (cell.extra >= extras_.size() || extras_[cell.extra].owner != &cell) {  // of an earlier launch
    cell.extra = 0;
    return nullptr;
  }
  Extra& extra = extras_[cell.extra];
  return extra.floor == floor ? &extra : nullptr;
}

Extra& Pools::get(Cell& cell, std::uint32_t floor) {
  if (find(cell, floor) == nullptr && cell.extra == 0) {
    if (free_extras_.empty()) {
      free_extras_.push_back(static_cast<std::uint32_t>(extras_.size()));
      extras_.emplace_back();
    }
    cell.extra = free_extras_.back();
    free_extras_.pop_back();
    extras_[cell.extra] = {.owner = &cell, .floor = floor};
  }
  Extra& extra = extras_[cell.extra];
  if (extra.floor != floor) {  // shared memory of an earlier block
    release(extra.reads);
    release(extra.atomics);
    extra.split = false;
    extra.floor = floor;
  }
  return extra;
}

void Pools::drop(Cell& cell) {
  if (cell.extra == 0) return;
  if (cell.extra < extras_.size() && extras_[cell.extra].owner == &cell) {
    Extra& extra = extras_[cell.extra];
    release(extra.reads);
    release(extra.atomics);
    if (extra.bytes != 0) return;
    extra.owner = nullptr;
    free_extras_.push_back(cell.extra);
  }
  cell.extra = 0;
}

void Pools::push(std::uint32_t& list, const Group& group) {
  std::uint32_t index = free_;
  if (index != 0) {
    free_ = nodes_[index].next;
  } else {
    index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  }
  nodes_[index] = {group, list};
  list = index;
}

std::uint32_t Pools::copy(std::uint32_t list) {
  std::vector<Group> groups;
  for (std::uint32_t i = list; i != 0; i = nodes_[i].next) groups.push_back(nodes_[i].group);
  std::uint32_t result = 0;
  for (auto group = groups.rbegin(); group != groups.rend(); ++group) push(result, *group);
  return result;
}

void Pools::release(std::uint32_t& list) {
  while (list != 0) remove(list);
}

void Pools::remove(std::uint32_t& link) {
  const std::uint32_t index = link;
  link = nodes_[index].next;
  nodes_[index].next = free_;
  free_ = index;
}

std::uint32_t Pools::new_bytes() {
  bytes_.emplace_back();
  return static_cast<std::uint32_t>(bytes_.size() - 1);
}

}  // namespace kparity::checker
