//! What kernels of `torch.compile` fuse, from their names.

/// Operators of ATen whose names have several words. Inductor joins names by underscores, so that
/// the words alone do not tell where one ends.
const OF_SEVERAL_WORDS: &str = include_str!("aten_operators.txt");

/// The operators of PyTorch that a kernel of Inductor fuses: `add` and `relu` of
/// `triton_poi_fused_add_relu_0`. None for all other kernels, and where the name tells none.
///
/// The name has them in alphabetical order, each once. An operator of several words that is not
/// known here is taken for several.
pub fn fused(symbol: &str) -> Vec<&str> {
    names(symbol).map(operators).unwrap_or_default()
}

/// The part of the name between the kind of kernel and its number.
fn names(symbol: &str) -> Option<&str> {
    let (kind, rest) = symbol.strip_prefix("triton_")?.split_once("_fused_")?;
    let (names, number) = rest.rsplit_once('_')?;
    let is_one = !kind.contains('_') && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_one && !number.is_empty()).then_some(names)
}

fn operators(mut names: &str) -> Vec<&str> {
    let mut found = Vec::new();
    while !names.is_empty() {
        let known = OF_SEVERAL_WORDS.lines().filter(|known| begins(names, known));
        let longest = known.map(str::len).max();
        let end = longest.unwrap_or_else(|| word(names));
        found.push(&names[..end]);
        names = names[end..].strip_prefix('_').unwrap_or(&names[end..]);
    }
    found
}

/// Whether an operator's name comes first, as whole words.
fn begins(names: &str, operator: &str) -> bool {
    let rest = names.strip_prefix(operator);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// The length of the first word, with underscores before it.
fn word(names: &str) -> usize {
    let start = names.len() - names.trim_start_matches('_').len();
    names[start..].find('_').map_or(names.len(), |end| start + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inductors_names_tell_the_operators() {
        for (symbol, operators) in [
            ("triton_poi_fused_add_relu_0", "add relu"),
            ("triton_per_fused__softmax_2", "_softmax"),
            ("triton_poi_fused__to_copy_add_12", "_to_copy add"),
            ("triton_red_fused_add_native_layer_norm_3", "add native_layer_norm"),
            ("triton_poi_fused_gelu_gelu_backward_7", "gelu gelu_backward"),
            (
                "triton_red_fused_native_layer_norm_native_layer_norm_backward_1",
                "native_layer_norm native_layer_norm_backward",
            ),
            (
                "triton_poi_fused_convolution_backward_native_batch_norm_backward_threshold_backward_60",
                "convolution_backward native_batch_norm_backward threshold_backward",
            ),
            ("triton_tem_fused_addmm_t_5", "addmm t"),
            ("triton_poi_fused__my_op_0", "_my op"),
        ] {
            assert_eq!(fused(symbol), operators.split(' ').collect::<Vec<_>>(), "{symbol}");
        }
    }

    #[test]
    fn other_names_tell_none() {
        for symbol in [
            "triton_for_fused_0",
            "triton_poi_fused_add_relu",
            "triton_poi_fused_add_",
            "triton_my_own_fused_add_0",
            "softmax_fused_add_0",
            "_Z4vaddPKfS0_Pfi",
            "",
        ] {
            assert_eq!(fused(symbol), Vec::<&str>::new(), "{symbol}");
        }
    }
}
