// Loaded only when a request is sent, from a bundle of its own.
export { Agent, fetch, ProxyAgent } from 'undici';
