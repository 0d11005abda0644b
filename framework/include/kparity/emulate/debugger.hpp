// Where a debugger can stop a launch on the CPU: functions that do nothing, made to have a breakpoint. They have C
// names that are exported from the program, so that they are found in one without debug information, too.
#pragma once

extern "C" {

/// A finding was made (EmulationOptions::for_debugger). The thread that runs is the one to blame, if its finding says
/// `on_thread`; then the kernel's frames lie above this one.
void kparity_debugger_finding();

/// The thread EmulationOptions::stop_at is about to enter the kernel.
void kparity_debugger_thread();
}
