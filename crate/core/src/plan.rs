//! Which method and which window: the one place that decides.

use crate::pow::windows::MAX_WINDOW;

/// Which table of sliding-window sizes to follow (Ji, Wan).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Their Table II as printed: one window too large nearly everywhere.
    Paper,
    /// The minimum of their own formula T'(k, m); it wins.
    Minimal,
}

/// The window of the sliding-window method for an exponent of so many bits, 1 to [`MAX_WINDOW`].
pub fn sliding_window(bits: usize, table: Table) -> u32 {
    match table {
        Table::Paper => {
            // From how many bits on Table II prescribes windows of 3, 4, … bits.
            let wider = [21, 24, 80, 240, 672, 1792, 4608];
            2 + wider.iter().filter(|&&from| bits >= from).count() as u32
        }
        Table::Minimal => {
            // T'(k, m) = 2^(m−1) + k + k/(m+1): window m+1 is better than m once
            // 2^(m−1) < k/(m+1) − k/(m+2) = k/((m+1)(m+2)).
            let wider_wins = |m: u32| bits as u64 > u64::from((m + 1) * (m + 2)) << (m - 1);
            (1..MAX_WINDOW).find(|&m| !wider_wins(m)).unwrap_or(MAX_WINDOW)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimal_windows_minimize_the_formula() {
        for bits in 1..12_000 {
            let cost = |m: u32| (1 << (m - 1)) as f64 + bits as f64 / f64::from(m + 1);
            let best = (1..=MAX_WINDOW).map(cost).fold(f64::INFINITY, f64::min);
            let chosen = cost(sliding_window(bits, Table::Minimal));
            assert!(chosen <= best * (1.0 + 1e-12), "{bits} bits");
        }
    }

    #[test]
    fn both_tables_change_where_they_say() {
        let steps = |table| -> [usize; 8] {
            let from = |m| (1..20_000).find(|&bits| sliding_window(bits, table) >= m).unwrap();
            [2, 3, 4, 5, 6, 7, 8, 9].map(from)
        };
        assert_eq!(steps(Table::Minimal), [7, 25, 81, 241, 673, 1793, 4609, 11521]);
        assert_eq!(steps(Table::Paper), [1, 21, 24, 80, 240, 672, 1792, 4608]);
    }
}
