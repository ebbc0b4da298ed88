import fc from 'fast-check';

/**
 * The same random texts on every run, so that a change is judged by what it changes, and nothing fails by chance;
 * `AKERNEL_SEED=<number>` gives others.
 */
fc.configureGlobal({ seed: Number(process.env['AKERNEL_SEED'] ?? 20_261_122) });
