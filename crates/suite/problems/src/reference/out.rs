/// The memory of a reference's result.
pub(super) struct Out<'a, T> {
    pub(super) elements: &'a mut [T],
    pub(super) aux: &'a mut [u32],
}
