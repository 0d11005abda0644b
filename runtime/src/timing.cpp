// Clock and marks around a stretch of code.
#include "kparity/timing.hpp"

#include "device/device.hpp"
#include "kparity/transfers.hpp"

namespace kparity {

TimedRegion::TimedRegion(const TimingOptions& options, CallSite where)
    : options_(options), where_(where), has_device_(device::active().why_unavailable().empty()) {
  wait();
  if (has_device_ && !device::active().is_capturing(options_.stream)) mark_ = device::active().mark(options_.stream);
  start_ = std::chrono::steady_clock::now();
}

RegionTime TimedRegion::stop() {
  RegionTime out;
  std::shared_ptr<const void> end;
  if (mark_ && !device::active().is_capturing(options_.stream)) end = device::active().mark(options_.stream);
  out.is_synchronized = wait();
  out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (end) out.device_seconds = device::active().seconds_between(mark_, end);
  return out;
}

/// False if it must not wait, or need not.
bool TimedRegion::wait() const {
  if (!options_.synchronize || !has_device_ || device::active().is_capturing(options_.stream)) return false;
  device::active().synchronize(options_.stream);
  if (transfers_are_counted())
    record_transfer({.kind = TransferKind::sync, .what = "timed_region", .where = where_, .bytes = {}});
  return true;
}

}  // namespace kparity
