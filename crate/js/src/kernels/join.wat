;; Joins the streams of a module: crate/build/streams.mjs splits it, and has their layout. Compiled code takes a tenth
;; of the time of a script that runs for the first time.
;;
;; Damaged streams cannot do harm. Each step reads a byte and writes one, so that every loop ends, at the end of this
;; memory if not before. The caller compares the ends of the streams, and the engine checks the module.
(module
  (memory (export "memory") 1)

  ;; Where the next byte is written.
  (global $out (mut i32) (i32.const 0))

  ;; Moves the next byte of a stream, and gives it. $stream is where the header has the place of that byte.
  (func $byte (param $stream i32) (result i32)
    (local $place i32)
    (local $byte i32)
    (i32.store (local.get $stream)
      (i32.add (local.tee $place (i32.load (local.get $stream))) (i32.const 1)))
    (i32.store8 (global.get $out)
      (local.tee $byte (i32.load8_u (local.get $place))))
    (global.set $out (i32.add (global.get $out) (i32.const 1)))
    (local.get $byte))

  ;; Moves a number in LEB128, and gives it.
  (func $number (param $stream i32) (result i32)
    (local $byte i32)
    (local $shift i32)
    (local $value i32)
    (loop $more
      (local.set $value
        (i32.or
          (local.get $value)
          (i32.shl
            (i32.and (local.tee $byte (call $byte (local.get $stream))) (i32.const 127))
            (local.get $shift))))
      (local.set $shift (i32.add (local.get $shift) (i32.const 7)))
      (br_if $more (i32.gt_u (local.get $byte) (i32.const 127))))
    (local.get $value))

  ;; Moves bytes from outside of bodies, up to the place $end of the output.
  (func $rest (param $end i32)
    (loop $more
      (if (i32.lt_u (global.get $out) (local.get $end))
        (then
          (drop (call $byte (i32.const 0)))
          (br $more)))))

  ;; The declarations of local variables: groups of a number and a type.
  (func $locals
    (local $groups i32)
    (local.set $groups (call $number (i32.const 4)))
    (loop $more
      (if (local.get $groups)
        (then
          (drop (call $number (i32.const 4)))
          (drop (call $byte (i32.const 4)))
          (local.set $groups (i32.sub (local.get $groups) (i32.const 1)))
          (br $more)))))

  ;; The labels of br_table: their count, and one for what is beyond.
  (func $labels
    (local $left i32)
    (local.set $left (call $number (i32.const 36)))
    (loop $more
      (drop (call $number (i32.const 36)))
      (br_if $more
        (i32.ge_s (local.tee $left (i32.sub (local.get $left) (i32.const 1))) (i32.const 0)))))

  ;; A body's instructions, up to its last.
  (func $instructions
    (local $state i32)
    (local $byte i32)
    (loop $next
      (local.set $byte (call $byte (i32.load8_u offset=64 (local.get $state))))
      (local.set $state
        (if (result i32) (i32.lt_u (local.get $state) (i32.const 3))
          (then
            (i32.load8_u offset=128
              (i32.or (i32.shl (local.get $state) (i32.const 8)) (local.get $byte))))
          (else
            ;; 890 is 128 + 3 · 256 - 3 · 2.
            (i32.load8_u offset=890
              (i32.or
                (i32.shl (local.get $state) (i32.const 1))
                (i32.shr_u (local.get $byte) (i32.const 7)))))))
      (br_if $next (i32.lt_u (local.get $state) (i32.const 0x80)))
      (if (i32.eq (local.get $state) (i32.const 0x80))
        (then
          (call $labels)
          (local.set $state (i32.const 0))
          (br $next))))
    ;; 0x81: the last, which is `end`. 0x82: no instruction.
    (if (i32.ne (local.get $state) (i32.const 0x81)) (then unreachable))
    (i32.store8 (i32.sub (global.get $out) (i32.const 1)) (i32.const 0x0b)))

  ;; A body behind its length. The longest length has five bytes, so the body moves once its length is known.
  (func $body
    (local $start i32)
    (local $length i32)
    (local $left i32)
    (local.set $start (i32.add (global.get $out) (i32.const 5)))
    (global.set $out (local.get $start))
    (call $locals)
    (call $instructions)
    (local.set $left
      (local.tee $length (i32.sub (global.get $out) (local.get $start))))
    (global.set $out (i32.sub (local.get $start) (i32.const 5)))
    (loop $more
      (i32.store8 (global.get $out)
        (i32.or
          (i32.and (local.get $left) (i32.const 127))
          (i32.shl (i32.gt_u (local.get $left) (i32.const 127)) (i32.const 7))))
      (global.set $out (i32.add (global.get $out) (i32.const 1)))
      (br_if $more (local.tee $left (i32.shr_u (local.get $left) (i32.const 7)))))
    (memory.copy (global.get $out) (local.get $start) (local.get $length))
    (global.set $out (i32.add (global.get $out) (local.get $length))))

  ;; Writes the module behind the streams, which end at $start, and gives its end.
  (func (export "join") (param $start i32) (result i32)
    (local $bodies i32)
    (global.set $out (local.get $start))
    (call $rest (i32.add (local.get $start) (i32.load (i32.const 44))))
    (local.set $bodies (i32.load (i32.const 48)))
    (loop $more
      (if (local.get $bodies)
        (then
          (call $body)
          (local.set $bodies (i32.sub (local.get $bodies) (i32.const 1)))
          (br $more))))
    (call $rest (i32.add (local.get $start) (i32.load (i32.const 40))))
    (global.get $out)))
