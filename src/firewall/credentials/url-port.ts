import { isDigit } from '../lex/digits.js';

/** With what follows it. */
const WEB_PORT = /^(?:\d{1,5}(?:\/|$)|(?:\d{3,5}|2[0-5]|53|8[0-9])[?#:,;.)\]}|&\\])/;
/** `localhost:5432,bob@…`: the `@` belongs to what follows the URL, members or a plain word. */
const PORT =
  /^(?:\d{4,5}|2[0-5]|53|8[0-9]|110|143|389|443|465|587|636|99[0-9])(?:[,;][A-Za-z ]{1,32}=|(?:[,;)\]}]|\/\w*[,;])[{\w.+%-]*(?:[=:][\w.+%-]*)?$)/;
/** The same behind what is a host by its full stop. */
const ANY_PORT = /^\d{1,5}(?:[,;)\]}]|\/\w*[,;])/;
/** The parameters of a driver, one of which can be the password: `3306/shop?user=app&password=a@b`. */
const PORT_AND_QUERY = /^\d{2,5}\/[\w.-]{0,64}\?[\w.-]{1,40}=/;
/** Further hosts behind the first. */
const PORT_OF_MANY = /^\d{2,5}[,;](?:[a-z]{2,16}:\/\/)?[\w.-]{1,64}:\d{2,5}/i;

/** Whether what follows the colon of a web address begins with a port; the text ends behind the sign that follows it. */
export function isWebPort(text: string): boolean {
  return WEB_PORT.test(text);
}

/** Whether what would be a password is the port of a host, and something else behind it up to an `@`. */
export function isPort(user: string, password: string): boolean {
  // Most passwords begin with no digit.
  return (
    isDigit(password, 0) &&
    ((user.includes('.') ? ANY_PORT : PORT).test(password) ||
      PORT_OF_MANY.test(password) ||
      PORT_AND_QUERY.test(password))
  );
}
