// The sizes of planted.cu: smaller where it is emulated. Here and not there, because recordings of
// planted.cu name its lines.
#pragma once

#ifndef PLANTED_SIDE
#define PLANTED_SIDE 2048
#define PLANTED_STEPS 2000
#define PLANTED_ROUNDS 8
#endif
