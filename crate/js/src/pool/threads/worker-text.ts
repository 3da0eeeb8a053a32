/** The whole of worker.ts as the text of a classic script: the build puts it here. */
declare const POWMOD_WORKER: string;

export default POWMOD_WORKER;
