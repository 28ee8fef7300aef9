import { unreachable } from '../../base/unreachable.ts';
import type { Attachment, Suggestion } from '../../protocol/events.ts';
import type { AskedFor } from '../model/conversation.ts';
import { PHRASES } from '../shop/content.ts';
import type { Language } from '../shop/languages.ts';
import { orderText, replacementText } from '../shop/order-texts.ts';
import { FAVOURITES, type Product } from '../shop/products.ts';
import { suggest } from './faq-search.ts';
import type { Draft } from './messages.ts';
import { type ScriptSettings, SHOP_URL } from './script-settings.ts';
import type { Meaning } from './understand.ts';

type Addresses = Pick<ScriptSettings, 'mediaUrl' | 'shopUrl'>;

/** A message about the shop, and the order number that it asks for. */
export interface ShopDraft extends Draft {
  readonly asksFor?: AskedFor | undefined;
}

export const POPULAR = ['tracking', 'delivery', 'returns'] as const;

const say = (messageText: string): Suggestion => ({ messageText, payload: 'say' });

/** The suggestion that asks for a person. */
const suggestPerson = (language: Language): Suggestion => say(PHRASES[language].talkToPerson);

export function cardOf(
  product: Product,
  language: Language,
  { mediaUrl, shopUrl = SHOP_URL }: Addresses,
): Attachment {
  const { price, seeProduct } = PHRASES[language];
  return {
    contentType: 'url',
    contentUrl: `${shopUrl}${product.id}`,
    title: `${product.name[language]}, ${price({ amount: product.price })}`,
    previewImageUrl: `${mediaUrl}/${product.picture}`,
    callToActionText: seeProduct,
  };
}

function productDraft(products: readonly Product[], language: Language, addresses: Addresses): Draft {
  const { product, products: several, favourites, price } = PHRASES[language];
  const shown = products.length > 0 ? products : FAVOURITES;
  const attachments = shown.map((item) => cardOf(item, language, addresses));
  const [only] = products;
  if (only === undefined) return { text: favourites, attachments };
  if (products.length > 1) return { text: several, attachments };
  const text = `${product({ name: only.name[language], price: price({ amount: only.price }) })} ${only.detail[language]}`;
  return { text, attachments, suggestions: suggest(['delivery', 'returns'], language) };
}

function orderDraft(number: string, purpose: AskedFor, language: Language): ShopDraft {
  const text = purpose === 'status' ? orderText(number, language) : replacementText(number, language);
  const person = suggestPerson(language);
  if (text === undefined)
    return { text: PHRASES[language].unknownOrder({ number }), suggestions: [person], asksFor: purpose };
  return purpose === 'status'
    ? { text, suggestions: [...suggest(['change-order', 'returns'], language), person] }
    : { text };
}

function damagedDraft(products: readonly Product[], language: Language): ShopDraft {
  const { damaged, damagedItem, damagedNext, wantReplacement, wantMoney } = PHRASES[language];
  const [product] = products;
  const regret = product && products.length === 1 ? damaged({ name: product.name[language] }) : damagedItem;
  return {
    text: `${regret} ${damagedNext}`,
    suggestions: [say(wantReplacement), say(wantMoney), suggestPerson(language)],
  };
}

/** The message that answers what the agent understood; undefined stands for nothing. Pure. */
export function shopDraft(meaning: Meaning | undefined, language: Language, addresses: Addresses): ShopDraft {
  const phrases = PHRASES[language];
  const person = suggestPerson(language);
  switch (meaning?.kind) {
    case undefined:
      return { text: phrases.unknown, suggestions: [...suggest(POPULAR, language), person] };
    case 'person':
      return { text: phrases.onTheWay };
    case 'no-person':
      return { text: phrases.staying, suggestions: suggest(POPULAR, language) };
    case 'bot':
      return { text: phrases.bot, suggestions: [person, ...suggest(['help'], language)] };
    case 'language':
      return { text: PHRASES[meaning.language].switched, suggestions: suggest(POPULAR, meaning.language) };
    case 'no-order-number':
      return { text: phrases.noOrderNumber, suggestions: [person] };
    case 'order':
      return orderDraft(meaning.number, 'status', language);
    case 'replacement':
      return meaning.number === undefined
        ? { text: phrases.askReplacementNumber, asksFor: 'replacement' }
        : orderDraft(meaning.number, 'replacement', language);
    case 'damaged':
      return damagedDraft(meaning.products, language);
    case 'products':
      return productDraft(meaning.products, language, addresses);
    case 'faq': {
      const { answer: text, related, asksForOrder } = meaning.entry;
      return {
        text,
        suggestions: suggest(related, language),
        asksFor: asksForOrder ? 'status' : undefined,
      };
    }
    default:
      return unreachable(meaning);
  }
}
