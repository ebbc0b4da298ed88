import type { StoredValues } from '../../contract/driver.js';
import type { HttpRequestOptions } from '../../contract/driver-options/http.js';
import { wholePlaceholder } from '../../contract/driver-options/placeholders.js';
import { type Arguments, fillText } from './fill-text.js';

type BodyOptions = NonNullable<HttpRequestOptions['body']>;

export interface Body {
  readonly contentType: string;
  readonly content: string | StoredValues;
}

/**
 * The body of a request; undefined when the argument that is the body, or a part of the text, is absent. A stored result
 * is streamed as it is kept: values as NDJSON, a text as itself.
 */
export function fillBody(options: BodyOptions, args: Arguments, stored: Stored): Body | undefined {
  const body = contentOf(options, args, stored);
  return body === undefined ? undefined : { ...body, contentType: options.content_type ?? body.contentType };
}

function contentOf({ json, argument, form, text }: BodyOptions, args: Arguments, stored: Stored): Body | undefined {
  if (argument !== undefined) {
    return argumentBody(argument, args, stored);
  }
  if (form !== undefined) {
    return { content: formBody(form, args), contentType: 'application/x-www-form-urlencoded' };
  }
  if (text !== undefined) {
    const content = fillText(text, args);
    return content === undefined ? undefined : { content, contentType: 'text/plain; charset=utf-8' };
  }
  return { content: JSON.stringify(fillJson(json, args) ?? null), contentType: JSON_TYPE };
}

type Stored = Readonly<Record<string, StoredValues>>;

const JSON_TYPE = 'application/json';

function argumentBody(name: string, args: Arguments, stored: Stored): Body | undefined {
  const values = Object.hasOwn(stored, name) ? stored[name] : undefined;
  if (values !== undefined) {
    return { content: values, contentType: 'application/x-ndjson' };
  }
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return value === undefined ? undefined : { content: JSON.stringify(value), contentType: JSON_TYPE };
}

function formBody(form: Readonly<Record<string, string>>, args: Arguments): string {
  const fields = new URLSearchParams();
  for (const [name, template] of Object.entries(form)) {
    const text = fillText(template, args);
    if (text !== undefined) {
      fields.append(name, text);
    }
  }
  return String(fields);
}

/** A copy of the template; what needs an absent argument is left out, undefined stands for it. */
function fillJson(template: unknown, args: Arguments): unknown {
  if (typeof template === 'string') {
    const name = wholePlaceholder(template);
    return name === undefined ? fillText(template, args) : Object.hasOwn(args, name) ? args[name] : undefined;
  }
  if (Array.isArray(template)) {
    return template.map((item) => fillJson(item, args)).filter((item) => item !== undefined);
  }
  if (typeof template !== 'object' || template === null) {
    return template;
  }
  return Object.fromEntries(Object.entries(template).map(([name, member]) => [name, fillJson(member, args)]));
}
