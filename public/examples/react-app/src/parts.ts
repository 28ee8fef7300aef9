export interface Choice {
  name: string;
  price: number;
  colour: string;
}

export const FEET: readonly Choice[] = [
  { name: 'Oak', price: 48, colour: '#b98a54' },
  { name: 'Walnut', price: 62, colour: '#6b4630' },
  { name: 'Slate', price: 55, colour: '#59646b' },
];

export const SHADES: readonly Choice[] = [
  { name: 'Linen', price: 41, colour: '#ecdcbc' },
  { name: 'Moss', price: 41, colour: '#93a386' },
  { name: 'Rust', price: 45, colour: '#b4613c' },
];
