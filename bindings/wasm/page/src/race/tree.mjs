// Elements as plain values, so that what is drawn can be tested without a browser.

const SVG = 'http://www.w3.org/2000/svg';

/** Elements of pictures; `title` is one inside of a picture, which is the only place where it is used here. */
const DRAWN = new Set(['svg', 'line', 'circle', 'text', 'title']);

/**
 * @typedef {object} Element
 * @property {string} tag
 * @property {Record<string, string | number>} attributes
 * @property {(Element | string)[]} children
 */

/**
 * An element. Children that are false or undefined are left out.
 * @param {string} tag
 * @param {Record<string, string | number | false | undefined>} [attributes]
 * @param {...(Element | string | false | undefined | (Element | string | false | undefined)[])} children
 * @returns {Element}
 */
export function h(tag, attributes = {}, ...children) {
  const kept = Object.entries(attributes).filter(([, value]) => value !== false && value !== undefined);
  return {
    tag,
    attributes: Object.fromEntries(/** @type {[string, string | number][]} */ (kept)),
    children: /** @type {(Element | string)[]} */ (children.flat().filter((c) => c !== false && c !== undefined)),
  };
}

/**
 * The element in a document. Text is only ever text: nothing here reads HTML.
 * @param {Element | string} element
 * @param {Document} [doc]
 * @returns {Node}
 */
export function toNode(element, doc = document) {
  if (typeof element === 'string') return doc.createTextNode(element);
  const node = DRAWN.has(element.tag) ? doc.createElementNS(SVG, element.tag) : doc.createElement(element.tag);
  for (const [name, value] of Object.entries(element.attributes)) node.setAttribute(name, String(value));
  node.append(...element.children.map((child) => toNode(child, doc)));
  return node;
}

/**
 * All elements of a tag below an element, itself too.
 * @param {Element | string} element
 * @param {string} tag
 * @returns {Element[]}
 */
export function all(element, tag) {
  if (typeof element === 'string') return [];
  const below = element.children.flatMap((child) => all(child, tag));
  return element.tag === tag ? [element, ...below] : below;
}

/**
 * The text below an element.
 * @param {Element | string} element
 * @returns {string}
 */
export const textOf = (element) => (typeof element === 'string' ? element : element.children.map(textOf).join(''));
