import { modelClientOptions } from '../contract/driver-options/model.js';
import { MODEL_EMBED_SCHEMA, MODEL_HOST_SCHEMA, MODEL_STREAM_SCHEMA } from '../contract/library-schemas/model.js';
import type { ModelClientHost, ModelClientOptions } from '../contract/model.js';
import { type ClosableModelClient, createModelClient } from '../drivers/model/model-client.js';
import { checkGiven } from './check-given.js';

/** A client of a model that checks what it is given. */
export function checkedModelClient(options: ModelClientOptions, host: ModelClientHost): ClosableModelClient {
  checkGiven(modelClientOptions(), options, 'createModelClient');
  checkGiven(MODEL_HOST_SCHEMA, host, 'createModelClient.host');
  const client = createModelClient(options, host);
  return {
    ...client,
    stream: async function* (request, streamOptions) {
      checkGiven(MODEL_STREAM_SCHEMA, { request, options: streamOptions }, 'stream');
      yield* client.stream(request, streamOptions);
    },
    embed: async (request, embedOptions) => {
      checkGiven(MODEL_EMBED_SCHEMA, { request, options: embedOptions }, 'embed');
      return client.embed(request, embedOptions);
    },
  };
}
