import type { Detector } from '../redactor/detector.js';
import { assignment } from './assignment.js';

/** Passwords behind the word for one in languages whose word has none of the literals of the other assignments. */
export const foreignPassword: Detector = {
  ...assignment,
  name: 'foreign-password',
  literals: (
    'has\u0142o|haslo|l\u00f6senord|losenord|salasana|adgangskode|heslo|jelsz\u00f3|jelszo|' +
    '\u043f\u0430\u0440\u043e\u043b\u044c|\u041f\u0430\u0440\u043e\u043b\u044c|\u5bc6\u7801|\u5bc6\u78bc'
  ).split('|'),
};
