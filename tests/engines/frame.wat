;; Local variables stay zero across a call. There are more than the 128 bytes below the stack pointer that a signal spares.
(module
  (func $callee)
  ;; Gives the calls that were left when a variable was no longer zero; 0 if all stayed zero.
  (func (export "run") (param $calls i32) (result i32)
    (local $a i64) (local $b i64) (local $c i64) (local $d i64) (local $e i64) (local $f i64) (local $g i64) (local $h i64)
    (local i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64)
    (local $i i64) (local $j i64) (local $k i64) (local $l i64) (local $m i64) (local $n i64) (local $o i64) (local $p i64)
    (local i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64)
    (local $q i64) (local $r i64) (local $s i64) (local $t i64) (local $u i64) (local $v i64) (local $w i64) (local $x i64)
    (loop $again
      (call $callee)
      local.get $a local.get $b i64.or local.get $c i64.or local.get $d i64.or
      local.get $e i64.or local.get $f i64.or local.get $g i64.or local.get $h i64.or
      local.get $i i64.or local.get $j i64.or local.get $k i64.or local.get $l i64.or
      local.get $m i64.or local.get $n i64.or local.get $o i64.or local.get $p i64.or
      local.get $q i64.or local.get $r i64.or local.get $s i64.or local.get $t i64.or
      local.get $u i64.or local.get $v i64.or local.get $w i64.or local.get $x i64.or
      i64.const 0
      i64.ne
      (if (then (return (local.get $calls))))
      (br_if $again (local.tee $calls (i32.sub (local.get $calls) (i32.const 1)))))
    (i32.const 0)))
