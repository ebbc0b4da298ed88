// Loaded only when a server answers with events, from a bundle of its own.
export { createParser } from 'eventsource-parser';
