// One list of fields per struct serves both directions.
#include "row_codec.hpp"

#include "kparity/result/codec.hpp"

namespace kparity::result {

void fields(auto& archive, Is<Interval> auto& i) {
  archive(i.low, i.high);
}

void fields(auto& archive, Is<Timing> auto& t) {
  archive(t.blocks, t.median, t.interval, t.reached_target, t.steady, t.coarse, t.calls, t.calls_per_sample,
          t.samples_per_block, t.page_faults, t.preemptions, t.clock_hertz, t.without_hold, t.seconds_after,
          t.arguments);
}

void fields(auto& archive, Is<Part> auto& p) {
  archive(p.what, p.timing);
}

void fields(auto& archive, Is<Measurement> auto& m) {
  archive(m.kernel, m.point, m.implementation, m.place, m.verdict, m.reason, m.token, m.bytes, m.bytes_are_derived,
          m.flops, m.items, m.flops_type, m.types, m.sizes, m.memory_share, m.flops_share, m.bound, m.footprint, m.cold,
          m.sets, m.instructions, m.timing, m.parts, m.compile_seconds, m.first_call_seconds, m.notes);
}

}  // namespace kparity::result

namespace kparity::bench {

std::string encode(std::span<const result::Measurement> rows) {
  result::Writer writer;
  writer(std::vector<result::Measurement>(rows.begin(), rows.end()));
  return writer.take();
}

std::vector<result::Measurement> decode(std::string_view bytes) {
  std::vector<result::Measurement> rows;
  result::Reader reader(bytes);
  reader(rows);
  return rows;
}

}  // namespace kparity::bench
