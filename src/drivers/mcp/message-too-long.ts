import { KernelError } from '../../contract/errors.js';

export function messageTooLong(maxBytes: number): KernelError {
  return new KernelError('DRIVER_PROTOCOL', `the MCP server sent a message of more than ${maxBytes} bytes`, {
    hint: 'max_result_bytes of the server is the most that it may send at once',
  });
}
