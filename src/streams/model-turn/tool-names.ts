/** The tools that a model was told of. They are what tells a name in pieces from the name of a second call. */
export interface ToolNames {
  has(name: string): boolean;
  /** The declared name that is meant: itself, or what is left of it without the marks of a model's own format. */
  resolve(name: string): string | undefined;
}

export function createToolNames(declared: Iterable<string>): ToolNames {
  const names = new Set(declared);
  return {
    has: (name) => names.has(name),
    resolve: (name) => [name, ...withoutResidue(name)].find((candidate) => names.has(candidate)),
  };
}

/** `functions.get_weather`, `get_weather<|channel|>commentary`, `get_weatherjson` and both ends at once. */
function withoutResidue(name: string): readonly string[] {
  const [head = ''] = name.split('<|');
  const bare = head.replace(/^functions\./, '');
  return [head, bare, bare.replace(/json$/, '')];
}

const MAX_NAME_CHARS = 256;

/**
 * The name of a call after one more piece of it, or undefined when the pieces contradict each other. As long as no
 * argument has come, a name may come in pieces, or grow.
 */
export function joinName(
  current: string,
  piece: string,
  { tools, hasArguments }: { readonly tools: ToolNames; readonly hasArguments: boolean },
): string | undefined {
  if (current === '' || current === piece) {
    return piece;
  }
  if (isSameTool(current, piece, tools)) {
    return current;
  }
  const joined = piece.startsWith(current) ? piece : current + piece;
  const mayGrow = !hasArguments && joined.length <= MAX_NAME_CHARS;
  return mayGrow && (!tools.has(current) || tools.has(joined)) ? joined : undefined;
}

export function isSameTool(left: string, right: string, tools: ToolNames): boolean {
  return left === right || (tools.resolve(left) !== undefined && tools.resolve(left) === tools.resolve(right));
}
