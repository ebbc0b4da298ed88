import type { Capability } from '../../contract/capability.js';
import { KernelError } from '../../contract/errors.js';
import type { HttpHost } from '../dispatchers.js';
import { createHttpDriver } from './index.js';

export interface DocumentRequest extends Pick<HttpHost, 'env' | 'cwd'> {
  /** Typed by the person who asks: it may be an address of their own network. */
  readonly url: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The text at an address, by the same ways and within the same limits as any request of the http driver. */
export async function fetchDocument({ url, maxBytes, signal, ...host }: DocumentRequest): Promise<string> {
  const options = { url, format: 'text', redirects: 'same_origin', max_response_bytes: maxBytes, allow_private: true };
  const capability: Capability = { ...DOCUMENT, driver: { ...DOCUMENT.driver, options } };
  const driver = createHttpDriver(host);
  const call = { action_id: 'a_document', capability, binding: capability.driver, args: {}, signal };
  let text = '';
  try {
    for await (const chunk of driver.executeStream(call)) {
      text += chunk.type === 'text' ? chunk.text : '';
    }
    return text;
  } catch (error) {
    // It was not a capability whose options are wrong, but the address.
    throw error instanceof KernelError && error.code === 'CONFIG_INVALID'
      ? new KernelError('USAGE', 'this is not an address that can be read', { cause: error })
      : error;
  } finally {
    await driver.close?.();
  }
}

const DOCUMENT: Capability = {
  capability_id: 'http.read_document',
  name: 'http.read_document',
  description: 'Reads a document that a person named.',
  safety_class: 'READ',
  sensitivity: 'NONE',
  tags: [],
  params: { type: 'object' },
  driver: { driver_id: 'http', operation: 'request' },
};
