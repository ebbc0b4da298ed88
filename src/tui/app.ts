export { mount } from './terminal/mount.js';
