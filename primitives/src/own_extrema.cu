// Extrema: the smallest and largest element, and where it first is.
#include "own.hpp"
#include "reduce_tasks.cuh"

namespace propp {
namespace {

template <template <class> class Task> struct Of {
    template <class T> using Modulo = ReduceTree<Task<T>, Tree::MODULO>;
    template <class T> using Sequential = ReduceTree<Task<T>, Tree::SEQUENTIAL>;
    template <class T> using Vec = ReducePacks<Task<T>, 256, 4, 4>;
};

template <template <class> class Task> void add_task(Registry &r, const char *p) {
    using V = Of<Task>;
    add<V::template Modulo, PROPP_ALL_TYPES>(r, p, "tree_modulo", "divergent shared-memory tree, a kernel a level", {NAIVE});
    add<V::template Sequential, PROPP_ALL_TYPES>(r, p, "tree_sequential", "shared-memory tree, a kernel a level", {NAIVE});
    add<V::template Vec, PROPP_ALL_TYPES>(r, p, "vec_u4", "128-bit loads, four in flight a thread, one kernel");
}

} // namespace

void add_extrema(Registry &r) {
    add_task<MinTask>(r, "reduce.min");
    add_task<MaxTask>(r, "reduce.max");
    add_task<ArgMinTask>(r, "reduce.argmin");
    add_task<ArgMaxTask>(r, "reduce.argmax");
}

} // namespace propp
