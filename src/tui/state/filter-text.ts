/** A condition as a filter takes it; undefined for a value that no filter can name. */
export function conditionText(field: string, value: unknown, operator: '=' | '!=' = '='): string | undefined {
  if (value === undefined) {
    return `${nameText(field)} exists${operator === '=' ? ' false' : ''}`;
  }
  return typeof value === 'object' && value !== null
    ? undefined
    : `${nameText(field)} ${operator} ${JSON.stringify(value)}`;
}

/** The condition that a text begins with, or has in it, a beginning that is known. */
export function holdsText(field: string, text: string): string {
  return `${nameText(field)} ~ ${JSON.stringify(text)}`;
}

/** The values from one on and below another. */
export function rangeText(field: string, { from, to }: { readonly from: unknown; readonly to: unknown }): string {
  return joinedFilter(boundText(field, '>=', from), boundText(field, '<', to));
}

export function boundText(field: string, operator: '>=' | '<', value: unknown): string {
  return `${nameText(field)} ${operator} ${JSON.stringify(value)}`;
}

/** Both must hold. */
export function joinedFilter(filter: string | undefined, condition: string): string {
  if (filter === undefined || filter.trim() === '') {
    return condition;
  }
  return `${filter}${MAYBE_ALTERNATIVES.test(filter) ? ', ' : ' and '}${condition}`;
}

/** `and` binds closer than `or`, and a comma does not. */
const MAYBE_ALTERNATIVES = /\bor\b/i;

const PLAIN_NAME = /^[^\s=!<>~,[\]"']+$/;

function nameText(name: string): string {
  return PLAIN_NAME.test(name) ? name : JSON.stringify(name);
}
