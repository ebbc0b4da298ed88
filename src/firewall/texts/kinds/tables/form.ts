/** How the cells of a table stand in its lines, as its header and first rows tell. */
export interface Form {
  readonly columns: readonly string[];
  /** The cells of a line; undefined for one of another form. */
  readonly cellsOf: (text: string) => readonly string[] | undefined;
}
