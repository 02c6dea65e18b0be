// 1 where kernels are emulated: counts do not depend on how long they run, and the interpreter needs
// minutes for what a GPU does at once.
#pragma once

#ifndef SHORT
#define SHORT 0
#endif
