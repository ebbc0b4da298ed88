// The only way to the HTTP library: this file is imported when a server is opened.
export { getRequestListener } from '@hono/node-server';
export { Hono } from 'hono';
