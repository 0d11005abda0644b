// Empty: the prelude defines assert with the place and the thread in its message.
#pragma once
