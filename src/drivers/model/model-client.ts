import type { ModelClient, ModelClientHost, ModelClientOptions } from '../../contract/model.js';
import { createDispatchers } from '../dispatchers.js';
import { askEmbeddings } from './ask-embeddings.js';
import { askModel } from './ask-model.js';
import { readModelSettings } from './settings.js';

export interface ClosableModelClient extends Required<ModelClient>, AsyncDisposable {
  /** Gives back the connections that are kept between turns. Idempotent. */
  close(): Promise<void>;
  /** Closes it at the end of a block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A client of one provider. Answers are read as they are asked for: a reader who waits makes the provider wait. Addresses
 * are checked when they are connected to, as for any HTTP request of akernel; `host` says by which proxies and files of
 * authorities. Throws CONFIG_INVALID.
 */
export function createModelClient(
  options: ModelClientOptions,
  host: ModelClientHost = { env: {}, cwd: '.' },
): ClosableModelClient {
  const settings = readModelSettings(options);
  const dispatchers = createDispatchers(host);
  return {
    stream: (request, { signal, mayAskAgain = () => true }) =>
      askModel(request, { settings, dispatchers, signal, mayAskAgain }),
    embed: (request, { signal, mayAskAgain = () => true }) =>
      askEmbeddings(request, { settings, dispatchers, signal, mayAskAgain }),
    close: dispatchers.close,
    [Symbol.asyncDispose]: dispatchers.close,
  };
}
