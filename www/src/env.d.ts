/** The version of the package `powmod`; vite.config.ts defines it. */
declare const __POWMOD_VERSION__: string;
