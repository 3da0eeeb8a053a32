/** Of the package `powmod`. */
declare const __POWMOD_VERSION__: string;
