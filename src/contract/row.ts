/** A JSON value as it came from a source. Nothing in it has been checked or redacted. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** One record of a result: usually an object, but any JSON value may come. */
export type Row = Value;
