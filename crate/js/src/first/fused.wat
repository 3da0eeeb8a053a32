;; The first kernel: a Montgomery product of 48-bit limbs in doubles, by fused multiply-add. ./kernel.ts calls it.
;;
;; Radix and ranges. A number has an even count of limbs, 2·P, each from 0 to 2^48 - 1. One zero stands before the limbs
;; and three behind, because vectors read over the ends. R = 2^(96·P). N* is the multiple of N that is -1 modulo 2^48,
;; and N' = (N* + 1)/2^48. The caller gives R > 4·N*, and P <= 4096. Residues are below 2·N*:
;;
;;     (a·b + q·N*)/R < (4·N*·N* + R·N*)/R < 2·N*, where q < R.
;;
;; So a result is an operand again. It is below R/2, and its limbs hold it.
;;
;; The rule for each digit. N* = 2^48·N' - 1, so q_i is the sum of column i modulo 2^48: with q_i·N* the column becomes
;; a multiple of 2^48, which is its carry, and q_i·N' is added from column i + 1 on. A pass takes two limbs of b and finds
;; two digits.
;;
;; Chains. Each vector of two columns gets a chain of at most four products x·y < 2^96, from high parts h_i:
;;
;;     h_0 = C = 1.5·2^100,   h_i = round(x_i·y_i + h_(i-1)),   l_i = x_i·y_i + (h_(i-1) - h_i).
;;
;; C + 4·2^96 < 2^101, so all h_i are multiples of 2^48 in [2^100, 2^101). Two neighbours differ by at most 2^96 + 2^47,
;; and by a multiple of 2^48: the difference is a double. l_i is the rounding error, an integer of at most 2^47, and
;; fused multiply-add computes it without an error of its own. The low parts are summed from L = 1.5·2^52 on, which the
;; first difference holds as C + L - h_1: their sum stays in [2^52, 2^53), where the unit is 1.
;;
;; Columns. The bits of a double in one binade count its units. So the bits of both parts, added as 64-bit integers, are
;; the sum and the bits of C or L. Those are taken off before: a column of the first pair gets one chain, one of the next
;; pair two, and one that comes in at the top as many as passes are left. The high part belongs one column further up.
;; In P chains a column sums at most P·4·2^47 of low parts and P·4·2^48 of high parts, and a carry: for P <= 4096 less
;; than 2^63. tests/proofs computes this from the constants below, and Gappa proves the chains. A small world with floats
;; of fewer bits, in which this text runs on all numbers, is in tests/node/kernels/first-world.test.ts.
(module
  (memory (export "m") 1)
  ;; $to = $a·$b/R modulo N*. $n is where N' stands, $size the bytes of a number. The columns stand at address 0: of each
  ;; pair the two low parts, then the two high parts, which belong one column further up.
  (func (export "f") (param $to i32) (param $a i32) (param $b i32) (param $n i32) (param $size i32)
    (local $k i32) (local $t i32) (local $left i32)
    (local $C v128) (local $CL v128) (local $L v128)
    (local $low v128) (local $high v128)
    (local $b0 v128) (local $b1 v128) (local $q0 v128) (local $q1 v128)
    (local $h v128) (local $g v128) (local $l v128) (local $x v128)
    (local $c i64) (local $M i64)
    ;; The start of a chain's high part, of both parts, and of its low part.
    (local.set $C (f64x2.splat (f64.const 0x3p99)))
    (local.set $L (f64x2.splat (f64.const 0x3p51)))
    (local.set $CL (f64x2.add (local.get $C) (local.get $L)))
    (local.set $M (i64.const 0xffffffffffff))
    (local.set $left (local.get $size))
    ;; Pair k gets k + 1 chains before it is the lowest, and the pair that comes in at the top gets as many as passes are
    ;; left: their starts are taken off before.
    (loop $clear
      (v128.store (local.get $t) (local.tee $low (i64x2.sub (local.get $low) (local.get $L))))
      (v128.store offset=16 (local.get $t) (local.tee $high (i64x2.sub (local.get $high) (local.get $C))))
      (local.set $t (i32.add (local.get $t) (i32.const 32)))
      (br_if $clear (i32.lt_s (local.tee $k (i32.add (local.get $k) (i32.const 16))) (local.get $size))))
    (loop $pass
      (v128.store (local.get $t) (local.get $low))
      (v128.store offset=16 (local.get $t) (local.get $high))
      (local.set $low (i64x2.add (local.get $low) (local.get $L)))
      (local.set $high (i64x2.add (local.get $high) (local.get $C)))
      (local.set $b0 (v128.load64_splat (local.get $b)))
      (local.set $b1 (v128.load64_splat offset=8 (local.get $b)))
      (local.set $b (i32.add (local.get $b) (i32.const 16)))
      ;; the lowest pair
      (local.set $h (f64x2.relaxed_madd (local.tee $x (v128.load (local.get $a))) (local.get $b0) (local.get $C)))
      (local.set $l (f64x2.relaxed_madd (local.get $x) (local.get $b0) (f64x2.sub (local.get $CL) (local.get $h))))
      (local.set $g (f64x2.relaxed_madd (local.tee $x (v128.load (i32.sub (local.get $a) (i32.const 8)))) (local.get $b1) (local.get $h)))
      (local.set $l (i64x2.add (v128.load (i32.const 0))
        (f64x2.add (local.get $l) (f64x2.relaxed_madd (local.get $x) (local.get $b1) (f64x2.sub (local.get $h) (local.get $g))))))
      (local.set $g (i64x2.add (local.get $g) (v128.load offset=16 (i32.const 0))))
      (local.set $q0 (f64x2.splat (f64.convert_i64_s (i64.and (local.get $M)
        (local.tee $c (i64.add (i64x2.extract_lane 0 (local.get $l)) (local.get $c)))))))
      ;; its second column gets q0·N'_0
      (local.set $h (f64x2.relaxed_madd (local.tee $x (v128.load (i32.sub (local.get $n) (i32.const 8)))) (local.get $q0) (local.get $C)))
      (local.set $q1 (f64x2.splat (f64.convert_i64_s (i64.and (local.get $M)
        (local.tee $c (i64.add
          (i64x2.extract_lane 1 (i64x2.add (local.get $l) (i64x2.sub
            (f64x2.relaxed_madd (local.get $x) (local.get $q0) (f64x2.sub (local.get $CL) (local.get $h))) (local.get $L))))
          (i64.add (i64x2.extract_lane 0 (local.get $g)) (i64.shr_s (local.get $c) (i64.const 48)))))))))
      (local.set $c (i64.add (i64.shr_s (local.get $c) (i64.const 48))
         (i64x2.extract_lane 1 (i64x2.add (local.get $g) (i64x2.sub (local.get $h) (local.get $C))))))
      ;; the other pairs, each one pair down
      (local.set $k (local.tee $t (i32.const 0)))
      (loop $next
        (local.set $h (f64x2.relaxed_madd (local.tee $x (v128.load offset=16 (i32.add (local.get $a) (local.get $k)))) (local.get $b0) (local.get $C)))
        (local.set $l (f64x2.relaxed_madd (local.get $x) (local.get $b0) (f64x2.sub (local.get $CL) (local.get $h))))
        (local.set $g (f64x2.relaxed_madd (local.tee $x (v128.load offset=8 (i32.add (local.get $a) (local.get $k)))) (local.get $b1) (local.get $h)))
        (local.set $l (f64x2.add (local.get $l) (f64x2.relaxed_madd (local.get $x) (local.get $b1) (f64x2.sub (local.get $h) (local.get $g)))))
        (local.set $h (f64x2.relaxed_madd (local.tee $x (v128.load offset=8 (i32.add (local.get $n) (local.get $k)))) (local.get $q0) (local.get $g)))
        (local.set $l (f64x2.add (local.get $l) (f64x2.relaxed_madd (local.get $x) (local.get $q0) (f64x2.sub (local.get $g) (local.get $h)))))
        (local.set $g (f64x2.relaxed_madd (local.tee $x (v128.load (i32.add (local.get $n) (local.get $k)))) (local.get $q1) (local.get $h)))
        (v128.store (local.get $t) (i64x2.add (v128.load offset=32 (local.get $t))
          (f64x2.add (local.get $l) (f64x2.relaxed_madd (local.get $x) (local.get $q1) (f64x2.sub (local.get $h) (local.get $g))))))
        (v128.store offset=16 (local.get $t) (i64x2.add (local.get $g) (v128.load offset=48 (local.get $t))))
        (local.set $t (i32.add (local.get $t) (i32.const 32)))
        (br_if $next (i32.lt_s (local.tee $k (i32.add (local.get $k) (i32.const 16))) (local.get $size))))
      (br_if $pass (local.tee $left (i32.sub (local.get $left) (i32.const 16)))))
    ;; the limbs of the result
    (local.set $t (i32.const 0))
    (loop $limbs
      (f64.store (local.get $to) (f64.convert_i64_s (i64.and (local.get $M)
        (local.tee $c (i64.add (i64.load (local.get $t)) (local.get $c))))))
      (f64.store offset=8 (local.get $to) (f64.convert_i64_s (i64.and (local.get $M)
        (local.tee $c (i64.add (i64.add (i64.load offset=8 (local.get $t)) (i64.load offset=16 (local.get $t))) (i64.shr_s (local.get $c) (i64.const 48)))))))
      (local.set $c (i64.add (i64.shr_s (local.get $c) (i64.const 48)) (i64.load offset=24 (local.get $t))))
      (local.set $to (i32.add (local.get $to) (i32.const 16)))
      (local.set $t (i32.add (local.get $t) (i32.const 32)))
      (br_if $limbs (local.tee $k (i32.sub (local.get $k) (i32.const 16)))))))
