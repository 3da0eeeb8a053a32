// The kernels on ARM64: instructions counted under QEMU, and simulated cycles.

export default function section({ hasLlvm, rows }, { table }) {
  const runtimes = [...new Set(rows.map(({ runtime }) => runtime))];
  const kernels = [...new Set(rows.map(({ kernel }) => kernel))];
  const cores = Object.keys(rows[0]?.cycles ?? {});
  const thousands = (count) => (count / 1000).toFixed(count < 10_000 ? 1 : 0);
  const both = (runtime, kernel, figure) =>
    ['multiply', 'square']
      .map((operation) =>
        rows.find((row) => row.runtime === runtime && row.kernel === kernel && row.operation === operation),
      )
      .map((row) => (row ? thousands(figure(row)) : '—'))
      .join(' / ');
  const lines = runtimes.flatMap((runtime) =>
    kernels
      .filter((kernel) => rows.some((row) => row.runtime === runtime && row.kernel === kernel))
      .map((kernel) => [runtime, kernel]),
  );
  return `
These figures are **counted and simulated**, not measured. The ARM64 builds of the engines run under QEMU, which logs each instruction of
the code that the engine's optimising compiler generated. The first column of figures counts those of one product and of
one squaring of 2048 bits, in thousands. The other columns are the thousand cycles that they take in a simulation of each
core: for ARM's cores by the pipeline models of LLVM's machine code analyser, for Apple's by the latencies and units that
Dougall Johnson measured on the M1.

${table(
  ['runtime', 'kernel', 'instructions', ...cores],
  lines.map(([runtime, kernel]) => [
    runtime,
    `\`${kernel}\``,
    both(runtime, kernel, ({ instructions }) => instructions),
    ...cores.map((core) => both(runtime, kernel, ({ cycles }) => cycles[core])),
  ]),
)}
${hasLlvm ? '' : "\nLLVM's analyser was not installed, so ARM's own cores are missing.\n"}
The simulation knows the order of instructions, what each waits for, and the units. It does not know caches, loads that
wait for a store, mispredicted branches, the clock, or code in the engine's files such as \`memory.fill\`. It was not
calibrated on an ARM processor, because none was at hand: lines of [DEVICES.md](DEVICES.md) will tell how far to trust it.
Use the table to compare kernels on one core. The order in which \`init\` tries the kernels on ARM comes from it.`;
}
