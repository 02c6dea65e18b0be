// Partition, select and unique: stream compaction with one predicate or another.
#include "own.hpp"
#include "compact.cuh"

namespace propp {
namespace {

template <class T> struct Less : SimpleKeep<Less<T>, T> {
    using SimpleKeep<Less<T>, T>::operator();
    T a;
    explicit Less(const Problem &p) : a(scalar<T>(p.a)) {}
    __device__ __forceinline__ bool operator()(unsigned, T x) const { return x < a; }
};
template <class T> struct Flagged : SimpleKeep<Flagged<T>, T> {
    using SimpleKeep<Flagged<T>, T>::operator();
    const uint8_t *flags;
    explicit Flagged(const Problem &p) : flags(p.flags) {}
    __device__ __forceinline__ bool operator()(unsigned i, T) const { return flags[i] != 0; }
};
template <class T> struct RunStart : SimpleKeep<RunStart<T>, T> {
    using SimpleKeep<RunStart<T>, T>::operator();
    const T *in;
    explicit RunStart(const Problem &p) : in(static_cast<const T *>(p.in)) {}
    __device__ __forceinline__ bool operator()(unsigned i, T x) const { return i == 0 || in[i - 1] != x; }
};

template <template <class> class Keep, bool PARTITION, bool BITS> struct Of {
    // A predicate that does not look at the value needs no type.
    template <class T> using E = std::conditional_t<BITS, Bits<T>, T>;
    template <class T> using Marks = Compaction<E<T>, Keep<E<T>>, Compact::MARKS, PARTITION>;
    template <class T> using Direct = Compaction<E<T>, Keep<E<T>>, Compact::DIRECT, PARTITION>;
    template <class T> using Staged = Compaction<E<T>, Keep<E<T>>, Compact::STAGED, PARTITION>;
};

template <template <class> class Keep, bool PARTITION, bool BITS>
void add_ladder(Registry &r, const char *p) {
    using V = Of<Keep, PARTITION, BITS>;
    add<V::template Marks, PROPP_ALL_TYPES>(r, p, "marks", "mark, scan a kernel a level, scatter", {NAIVE});
    add<V::template Direct, PROPP_ALL_TYPES>(r, p, "lookback_direct", "one pass with look-back, scattered stores");
    add<V::template Staged, PROPP_ALL_TYPES>(r, p, "lookback", "one pass with look-back, gathered in shared memory");
}

} // namespace

void add_select(Registry &r) {
    add_ladder<Less, true, false>(r, "partition.if");
    add_ladder<Less, false, false>(r, "select.if");
    add_ladder<Flagged, false, true>(r, "select.flagged");
    add_ladder<RunStart, false, false>(r, "unique");
}

} // namespace propp
