use super::*;

/// Blocks of each share, of a GPU with 132 multiprocessors.
fn dealt(shares: &[Share], blocks: u64) -> Vec<Vec<u64>> {
    let own = |share: &Share| {
        let next = |block: &u64| Some(share.from(block + 1));
        std::iter::successors(Some(share.from(0)), next).take_while(|b| *b < blocks).collect()
    };
    shares.iter().map(own).collect()
}

pub(crate) fn share(index: usize, shares: u64, pieces: u64, blocks: u64) -> Share {
    let busy = blocks.min(132);
    Share { index, shares, pieces: (shares * pieces).min(busy), multiprocessors: 132, busy }
}

#[test]
fn each_block_is_of_one_share_and_each_multiprocessor_too() {
    for (shares, pieces, blocks) in
        [(1, 1, 500), (2, 1, 500), (2, 11, 500), (3, 132, 1000), (7, 5, 90), (2, 9, 3), (4, 1, 4)]
    {
        let all: Vec<_> = (0..shares).map(|i| share(i as usize, shares, pieces, blocks)).collect();
        let dealt = dealt(&all, blocks);
        let mut together: Vec<u64> = dealt.concat();
        together.sort_unstable();
        assert!(together.into_iter().eq(0..blocks));
        for (share, own) in all.iter().zip(&dealt) {
            let has = |block: &u64| dealt[share.index].contains(block);
            assert!(own.iter().all(|b| b + 132 >= blocks || has(&(b + 132))));
            for (other, theirs) in dealt.iter().enumerate() {
                for block in own {
                    let before = theirs.iter().copied().rfind(|b| b < block);
                    let expected = before.filter(|_| other != share.index);
                    assert_eq!(share.last_before(other, *block), expected);
                }
            }
        }
    }
}
