import { PHRASES } from '../emulator/shop/content.ts';
import { PRODUCTS, type Product } from '../emulator/shop/products.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const price = (amount: number) => PHRASES.en.price({ amount });

const item = ({ id, picture, tile, badge, price: amount, before, name, summary }: Product) =>
  `<li class="product" id="${id}">
            <a href="#${id}"><span class="tile ${tile}"><img src="/shop/img/${picture}" alt="" width="400" height="440" loading="lazy">${badge ? `<em>${escaped(badge)}</em>` : ''}</span>
            <h3>${escaped(name.en)}</h3></a>
            <p class="detail">${escaped(summary)}</p><p class="price">${before ? `<s>${price(before)}</s> ` : ''}${price(amount)}</p>
          </li>`;

/** The shop's page with the products that the agent knows. */
export const withProducts = (page: string): string =>
  page.replace('{{PRODUCTS}}', () => PRODUCTS.map(item).join('\n          '));
