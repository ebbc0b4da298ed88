import type { FieldRule } from './field-rule.js';
import { isPersonName } from './redactor/person.js';

/** What people have, and shops and places too, or what no rule is about. */
const DETAIL = /^(?:[Aa]ge|[Nn]ationality|[Ss]alary|[Bb]irth)$/;
const PHONE = /^[+(\d]/;
/** Words in the names of what has a phone and an address, and is no person. */
const OF_PLACES =
  /\b(?:coffee|pizza|pizzeria|caf[eé]|restaurant|bistro|grill|bakery|kitchen|shop|store|market|pharmacy|salon|studios?|museum|theat(?:re|er)|cinema|plaza|mall|airport|library|gardens?|hostel|inn|resort|spa|gym|tower|warehouse|branch|desk|hotline|line|station|studio|club|depot|factory|embassy|police|emergency|reception|lobby|room|house|printer|router|phone|burger|sushi|deli|dental|auto|garage|repairs?|depot|camp|villa|lodge|lounge|pub|tavern|court|council|ministry|museums|society|foundation|institute|academy|nursery|kindergarten)\b/i;

/** Whether a member or a column of this name tells a detail of a person, beside which a bare name is one's, if it looks so. */
export function isPersonDetail(name: string, rule: FieldRule | undefined): boolean {
  return rule === undefined
    ? DETAIL.test(name)
    : (rule.type === 'phone' || rule.type === 'address') && rule.value === 'pattern';
}

/** Whether what stands under the name of a phone begins as a number does: shops and things have none, or a word there. */
export function isPhoneBegun(value: string): boolean {
  return PHONE.test(value);
}

/** Whether a text is the name of a person rather than that of a shop or a place. */
export function isLikelyPerson(text: string): boolean {
  return text.includes(' ') && isPersonName(text) && !OF_PLACES.test(text);
}
