import { isRecord } from '../trees.js';
import { isPlainName, uniqueName } from './clean-text.js';
import { convertSchema } from './convert-schema.js';
import { type Argument, argumentName, type Unsupported } from './parameters.js';
import { resolveObject } from './resolve-pointer.js';

type Members = Readonly<Record<string, unknown>>;

export interface RequestBody {
  readonly arguments: readonly Argument[];
  /** The option `body` of the http driver. */
  readonly body?: Members;
}

/** JSON is one argument, a form one for each field, any other text one as it is. */
export function readRequestBody(document: Members, operation: Members, taken: Set<string>): RequestBody | Unsupported {
  const request = resolveObject(document, operation['requestBody']);
  const content = request?.['content'];
  if (!isRecord(content)) {
    return { arguments: [] };
  }
  const isRequired = request?.['required'] === true;
  const types = Object.keys(content).filter((type) => isPlainName(type, 100));
  const json = types.find((type) => /^application\/(?:[^;]+\+)?json\b/i.test(type));
  if (json !== undefined) {
    const name = uniqueName('body', taken);
    const schema = schemaOf(document, content[json]);
    const type = /^application\/json\s*(?:;|$)/i.test(json) ? {} : { content_type: json };
    return { arguments: [{ name, schema, isRequired }], body: { argument: name, ...type } };
  }
  const form = types.find((type) => type.toLowerCase().startsWith('application/x-www-form-urlencoded'));
  if (form !== undefined) {
    return formBody(schemaOf(document, content[form]), taken);
  }
  const text = types.find((type) => /^(?:text\/|application\/(?:xml|[^;]+\+xml|yaml|x-ndjson)\b)/i.test(type));
  if (text !== undefined) {
    const name = uniqueName('body', taken);
    return {
      arguments: [{ name, schema: { type: 'string' }, isRequired }],
      body: { text: `{${name}}`, content_type: text },
    };
  }
  return isRequired ? { why: 'needs a body of a kind that cannot be made here' } : { arguments: [] };
}

function schemaOf(document: Members, media: unknown): Members {
  return convertSchema(document, isRecord(media) ? media['schema'] : undefined);
}

function formBody(schema: Members, taken: Set<string>): RequestBody | Unsupported {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = Object.entries(properties).map(([field, fieldSchema]) => ({
    field,
    argument: {
      name: uniqueName(argumentName(field), taken),
      schema: isRecord(fieldSchema) ? fieldSchema : {},
      isRequired: required.includes(field),
    },
  }));
  if (fields.length === 0) {
    return { why: 'needs a form whose fields are not described' };
  }
  return {
    arguments: fields.map(({ argument }) => argument),
    body: { form: Object.fromEntries(fields.map(({ field, argument }) => [field, `{${argument.name}}`])) },
  };
}
