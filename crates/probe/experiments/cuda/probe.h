/* What the library of probes exports. The host opens it at run time. */
#ifndef PROPP_PROBE_H
#define PROPP_PROBE_H

#include <stdint.h>

#define PROPP_PROBE_ABI 1

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The version that the library was built with. */
uint32_t propp_probe_abi(void);

/* Takes a device; 0, or what CUDA said is in propp_probe_words(). */
int propp_probe_open(int device);

/* Runs a probe. The settings are numbers whose meaning stands with the probe, as does
 * that of the observations; clock_mhz is 0 where the launch was too short to tell.
 * 0; 1 when CUDA failed; 2 when there is no such probe, or the settings are not those
 * that it needs; 3 when the device lacks what it needs. */
int propp_probe_run(const char *name, const uint64_t *settings, uint64_t setting_count,
                    double *observations, uint64_t observation_count, double *clock_mhz);

/* Why the last call of this thread failed. */
const char *propp_probe_words(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
