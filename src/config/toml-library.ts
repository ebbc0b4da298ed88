// Loaded when a TOML file is read, and a file of its own in the build.
export { parse } from 'smol-toml';
