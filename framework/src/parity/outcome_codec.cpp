// One list of fields per struct serves both directions.
#include "outcome_codec.hpp"

#include "kparity/result/codec.hpp"

namespace kparity::result {

void fields(auto& archive, Is<Mismatch> auto& m) {
  archive(m.index, m.position, m.expected, m.got, m.expected_bits, m.got_bits, m.difference, m.ulps, m.bound, m.used,
          m.note, m.thread);
}

void fields(auto& archive, Is<Comparison> auto& c) {
  archive(c.output, c.rule, c.shape, c.elements, c.compared, c.mismatches, c.explainable, c.first, c.worst, c.used,
          c.pattern, c.pattern_before, c.whole, c.all_expected, c.all_got);
}

void fields(auto& archive, Is<Rule> auto& r) {
  archive(r.output, r.text, r.reason, r.is_override, r.used, r.judged);
}

void fields(auto& archive, Is<Property> auto& p) {
  archive(p.text, p.cases);
}

void fields(auto& archive, Is<Drawn> auto& d) {
  archive(d.name, d.cases);
}

void fields(auto& archive, Is<FamilyCases> auto& f) {
  archive(f.family, f.cases, f.outside, f.classes, f.why_not);
}

void fields(auto& archive, Is<ShownArray> auto& a) {
  archive(a.name, a.shape, a.values);
}

void fields(auto& archive, Is<LaunchPlace> auto& p) {
  archive(p.block, p.thread, p.descending, p.at_finding);
}

void fields(auto& archive, Is<Outcome> auto& o) {
  archive(o.kernel, o.check, o.implementation, o.place, o.verdict, o.reason, o.details, o.comparisons, o.rules,
          o.properties, o.cases, o.pinned, o.families, o.compared, o.used, o.token, o.first_token, o.shrink_steps,
          o.inputs, o.likely, o.same_every_time, o.replay, o.saved, o.file, o.written, o.launch_place, o.seconds);
}

}  // namespace kparity::result

namespace kparity::parity {

std::string encode(const result::Outcome& outcome) {
  result::Writer writer;
  writer(outcome);
  return writer.take();
}

result::Outcome decode(std::string_view bytes) {
  result::Outcome outcome;
  result::Reader reader(bytes);
  reader(outcome);
  return outcome;
}

}  // namespace kparity::parity
