// A handler can only set a flag that belongs to the process, so there is one here that nobody else sees.
#include "interruption.hpp"

namespace kparity::tool {

namespace {

volatile std::sig_atomic_t noted = 0;

void note(int signal) {
  noted = signal;
}

}  // namespace

Interruption::Interruption() {
  noted = 0;
  struct sigaction action {};
  action.sa_handler = &note;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // not SA_RESTART: whoever waits has to wake up
  ::sigaction(SIGINT, &action, &interrupt_);
  ::sigaction(SIGTERM, &action, &terminate_);
}

Interruption::~Interruption() {
  ::sigaction(SIGINT, &interrupt_, nullptr);
  ::sigaction(SIGTERM, &terminate_, nullptr);
}

int Interruption::signal() const {
  return noted;
}

}  // namespace kparity::tool
