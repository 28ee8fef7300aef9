import type { Language } from './phrases.ts';

/** A product of the example shop, with the price that its page shows. */
export interface Product {
  readonly id: string;
  /** File name in {@link MEDIA}. */
  readonly picture: string;
  readonly price: number;
  readonly name: Readonly<Record<Language, string>>;
  readonly detail: Readonly<Record<Language, string>>;
  /** Words that name this product only. Lower case, without accents. */
  readonly names: readonly string[];
  /** Words that may mean this product or another one. */
  readonly nouns: readonly string[];
}

export const PRODUCTS: readonly Product[] = [
  {
    id: 'halo',
    picture: 'lamp.svg',
    price: 89,
    name: { en: 'Halo table lamp', fr: 'Lampe de table Halo', de: 'Tischlampe Halo' },
    detail: {
      en: 'Turned oak, linen shade, 46 cm high. Takes an E27 bulb.',
      fr: 'Chêne tourné, abat-jour en lin, 46 cm de haut. Ampoule E27.',
      de: 'Gedrechselte Eiche, Leinenschirm, 46 cm hoch. Fassung E27.',
    },
    names: ['halo', 'table lamp', 'lampe de table', 'tischlampe', 'tischleuchte'],
    nouns: [
      'lamp',
      'lamps',
      'lampe',
      'lampes',
      'lampen',
      'light',
      'lights',
      'lighting',
      'leuchte',
      'leuchten',
      'luminaire',
    ],
  },
  {
    id: 'rill',
    picture: 'pendant.svg',
    price: 120,
    name: { en: 'Rill pendant', fr: 'Suspension Rill', de: 'Pendelleuchte Rill' },
    detail: {
      en: 'Pleated linen, brass cap, 38 cm across, 150 cm of cable.',
      fr: 'Lin plissé, calotte en laiton, 38 cm de diamètre, 150 cm de câble.',
      de: 'Plissiertes Leinen, Messingkappe, 38 cm Durchmesser, 150 cm Kabel.',
    },
    names: [
      'rill',
      'pendant',
      'pendants',
      'suspension',
      'pendelleuchte',
      'hangelampe',
      'haengelampe',
      'pendellampe',
    ],
    nouns: [
      'lamp',
      'lamps',
      'lampe',
      'lampes',
      'lampen',
      'light',
      'lights',
      'lighting',
      'leuchte',
      'leuchten',
      'luminaire',
    ],
  },
  {
    id: 'nub',
    picture: 'stool.svg',
    price: 129,
    name: { en: 'Nub stool', fr: 'Tabouret Nub', de: 'Hocker Nub' },
    detail: {
      en: 'Solid oak, oiled, 45 cm high. Carries 130 kg.',
      fr: 'Chêne massif huilé, 45 cm de haut. Supporte 130 kg.',
      de: 'Massive Eiche, geölt, 45 cm hoch. Trägt 130 kg.',
    },
    names: ['nub', 'stool', 'stools', 'tabouret', 'tabourets', 'hocker'],
    nouns: ['furniture', 'meuble', 'meubles', 'mobel', 'moebel', 'chair', 'chairs', 'chaise', 'stuhl'],
  },
  {
    id: 'reed',
    picture: 'vase.svg',
    price: 58,
    name: { en: 'Reed vase', fr: 'Vase Reed', de: 'Vase Reed' },
    detail: {
      en: 'Stoneware with two rings of slip, 28 cm high. Few left.',
      fr: 'Grès à deux anneaux d’engobe, 28 cm de haut. Dernières pièces.',
      de: 'Steinzeug mit zwei Engobe-Ringen, 28 cm hoch. Nur noch wenige.',
    },
    names: ['reed', 'vase', 'vases', 'vasen'],
    nouns: [],
  },
  {
    id: 'tarn',
    picture: 'throw.svg',
    price: 96,
    name: { en: 'Tarn wool throw', fr: 'Plaid en laine Tarn', de: 'Wolldecke Tarn' },
    detail: {
      en: 'Lambswool, 140 × 180 cm.',
      fr: 'Laine d’agneau, 140 × 180 cm.',
      de: 'Lammwolle, 140 × 180 cm.',
    },
    names: ['tarn', 'wool throw', 'blanket', 'blankets', 'plaid', 'plaids', 'wolldecke', 'wolldecken'],
    nouns: ['throw', 'throws', 'couverture', 'decke', 'textiles'],
  },
  {
    id: 'bowl',
    picture: 'bowl.svg',
    price: 44,
    name: { en: 'Deep fruit bowl', fr: 'Coupe à fruits profonde', de: 'Tiefe Obstschale' },
    detail: {
      en: 'Stoneware, slate glaze, 27 cm across.',
      fr: 'Grès, émail ardoise, 27 cm de diamètre.',
      de: 'Steinzeug, schieferfarbene Glasur, 27 cm Durchmesser.',
    },
    names: ['fruit bowl', 'bowl', 'bowls', 'coupe a fruits', 'saladier', 'obstschale', 'schale'],
    nouns: [],
  },
  {
    id: 'woodsmoke',
    picture: 'candle.svg',
    price: 22,
    name: { en: 'Woodsmoke candle', fr: 'Bougie Woodsmoke', de: 'Kerze Woodsmoke' },
    detail: {
      en: 'Beeswax, burns 50 hours. Reduced from €28.',
      fr: 'Cire d’abeille, 50 heures. Au lieu de 28 €.',
      de: 'Bienenwachs, brennt 50 Stunden. Statt 28 €.',
    },
    names: ['woodsmoke', 'candle', 'candles', 'bougie', 'bougies', 'kerze', 'kerzen'],
    nouns: [],
  },
  {
    id: 'boards',
    picture: 'boards.svg',
    price: 72,
    name: { en: 'Pair of boards', fr: 'Paire de planches', de: 'Paar Schneidebretter' },
    detail: { en: 'Oak and walnut, oiled.', fr: 'Chêne et noyer, huilés.', de: 'Eiche und Nussbaum, geölt.' },
    names: [
      'pair of boards',
      'chopping board',
      'chopping boards',
      'cutting board',
      'cutting boards',
      'planche',
      'planches',
      'schneidebrett',
      'schneidebretter',
    ],
    nouns: ['boards'],
  },
];

/** The products that the agent shows to visitors who ask what there is. */
export const FAVOURITES: readonly Product[] = PRODUCTS.filter(({ id }) =>
  ['halo', 'nub', 'reed'].includes(id),
);

export const productOf = (id: string): Product | undefined => PRODUCTS.find((it) => it.id === id);
