// The self-test of a compiled kernel, without the package's loader. Runs inside each engine.
import { instantiate } from '../../crate/js/dist/glue.js';

/** The number of the operation: each list in crate/wasm/src begins with the same two. */
const SELF_TEST = 1;

/** Runs the self-test of one instance again and again: the name of a kernel that is wrong, or undefined. */
export function selfTester(module) {
  return selfTesterOf(instantiate(module));
}

/** The same in an instance that is there already, given by its exports. */
export function selfTesterOf({ memory, instance_new, instance_call }) {
  const instance = instance_new();
  return () => {
    const address = instance_call(instance, SELF_TEST, 0) >>> 0;
    const answer = new DataView(memory.buffer, address);
    if (answer.getFloat64(0, true) !== 0) return 'the self-test was refused';
    const length = answer.getFloat64(8, true);
    return new TextDecoder().decode(new Uint8Array(memory.buffer, address + 16, length)) || undefined;
  };
}
