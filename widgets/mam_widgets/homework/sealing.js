// Sealing: what codes, class files and hand-ins are made of, all of it SHA-256. The same stands in mam/classroom/codes.py and class_files.py.

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // without I, L, O and U, which are read as 1, 1, 0 and V
const SIMILAR = { I: "1", L: "1", O: "0", U: "V" };
export const CODE_LENGTH = 10; // the last character catches typing mistakes

export const encode = (text) => new globalThis.TextEncoder().encode(text);
export const decode = (data) => new globalThis.TextDecoder().decode(data);

/** The browser's own cryptography. Fails with a sentence where a page may not use it. */
function findCrypto() {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) throw new Error("This page needs a secure connection. Open it with https:// in its address.");
  return subtle;
}

/** The first bits of data as characters that are hard to confuse, five bits each. @param {Uint8Array} data */
export function formatBits(data, length) {
  const bits = Array.from(data, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from({ length }, (_, k) => ALPHABET[parseInt(bits.slice(5 * k, 5 * k + 5), 2)]).join("");
}

/** A code as it was made, however it was typed. */
export const cleanCode = (code) => code.toUpperCase().replace(/[^0-9A-Z]/g, "").replace(/[ILOU]/g, (sign) => SIMILAR[sign]);

/** Whether a cleaned text can be a code: its last character fits. */
export async function isCode(code) {
  if (code.length !== CODE_LENGTH) return false;
  const digest = await findCrypto().digest("SHA-256", encode(`mam code ${code.slice(0, -1)}`));
  return code.at(-1) === formatBits(new Uint8Array(digest), 1);
}

/** What makes HMACs with a secret. @param {BufferSource} secret @returns {Promise<(data: BufferSource) => Promise<Uint8Array>>} */
export async function makeSigner(secret) {
  const subtle = findCrypto();
  const key = await subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (data) => new Uint8Array(await subtle.sign("HMAC", key, data));
}

/** What a code becomes after many rounds, so that guessing one is slow. @returns {Promise<Uint8Array<ArrayBuffer>>} 32 bytes */
export async function stretch(code, salt, iterations) {
  const subtle = findCrypto();
  const key = await subtle.importKey("raw", encode(code), "PBKDF2", false, ["deriveBits"]);
  return new Uint8Array(await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: encode(salt), iterations }, key, 256));
}
