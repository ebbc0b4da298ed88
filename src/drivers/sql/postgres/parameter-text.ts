/** `json` and `jsonb`; then the types that a text is. */
const JSON_TYPES: readonly number[] = [114, 3802];
const TEXT_TYPES: readonly number[] = [25, 705, 1042, 1043];
const JSON_ARRAY_TYPES: readonly number[] = [199, 3807];

/**
 * An argument in the text form of the type that its parameter has. A JSON parameter gets the value itself (a text
 * becomes a JSON text); a list becomes an array, or JSON where a text is wanted; an object always becomes JSON.
 */
export function parameterText(value: unknown, type: number): string | null {
  if (value === null || value === undefined) {
    return null;
  }
  if (JSON_TYPES.includes(type)) {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return TEXT_TYPES.includes(type) ? JSON.stringify(value) : arrayText(value, JSON_ARRAY_TYPES.includes(type));
  }
  return scalarText(value);
}

function scalarText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function arrayText(list: readonly unknown[], isJson: boolean): string {
  const elements = list.map((element) => {
    if (element === null || element === undefined) {
      return 'NULL';
    }
    if (Array.isArray(element) && !isJson) {
      return arrayText(element, false);
    }
    const text = isJson ? JSON.stringify(element) : scalarText(element);
    return `"${text.replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${elements.join(',')}}`;
}
