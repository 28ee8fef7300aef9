/** A language that the script speaks. */
export type Language = 'en' | 'fr';

const en = {
  greeting:
    'Hi, I am **Iris** from Lumen & Oak. Ask me about delivery, returns, sizes, gift cards … How can I help?',
  unknown:
    'I am not sure that I understood. I know about our shop, orders and products; or say `human` to talk to a colleague.',
  goodbye: 'Goodbye, and thank you for your visit!',
  suggest: 'These are questions I am often asked:',
  card: 'Two of this season’s favourites:',
  cards: [
    { title: 'Table lamp “Halo”, €89', action: 'See the lamp' },
    { title: 'Stool “Nub”, solid oak, €129', action: 'See the stool' },
  ],
  image: 'This is how the vase looks in daylight:',
  imageTitle: 'Vase “Reed”, stoneware',
  call: 'You can reach us by phone on weekdays from 9:30 to 18:30.',
  callTitle: 'Call Lumen & Oak',
  slow: 'Thank you for waiting. That took me longer than usual.',
  handoffFailed:
    'I am sorry, none of my colleagues is free at the moment. I am still here; you may try again later.',
  handoffTimeout: 'I am sorry, nobody answered in time. I am still here; shall we try together?',
  handedBack: 'I am with you again. Is there anything else I can do?',
  elsewhere:
    'Questions about an order are answered by our order desk. You find the way to it here in the chat.',
  queue: 'Customer care',
  next: 'You are next.',
  liveHello: 'Hello, this is Noor. I have read what you wrote. How can I help?',
  liveHere: 'I am here already. What can I do for you?',
  liveUnknown: 'Let me look into that. Could you tell me a little more?',
  liveGoodbye: 'Thank you for chatting with us. Goodbye!',
};
type Phrases = typeof en;

const fr: Phrases = {
  greeting:
    'Bonjour, je suis **Iris**, de Lumen & Oak. Livraison, retours, dimensions, cartes cadeaux … Comment puis-je vous aider ?',
  unknown:
    'Je ne suis pas sûre d’avoir compris. Je connais notre magasin, les commandes et les produits ; ou dites `human` pour parler à un collègue.',
  goodbye: 'Au revoir, et merci de votre visite !',
  suggest: 'On me demande souvent :',
  card: 'Deux coups de cœur de la saison :',
  cards: [
    { title: 'Lampe de table « Halo », 89 €', action: 'Voir la lampe' },
    { title: 'Tabouret « Nub », chêne massif, 129 €', action: 'Voir le tabouret' },
  ],
  image: 'Voici le vase à la lumière du jour :',
  imageTitle: 'Vase « Reed », grès',
  call: 'Vous pouvez nous appeler en semaine, de 9 h 30 à 18 h 30.',
  callTitle: 'Appeler Lumen & Oak',
  slow: 'Merci d’avoir patienté. Il m’a fallu plus de temps que d’habitude.',
  handoffFailed:
    'Je suis désolée, aucun collègue n’est libre en ce moment. Je reste là ; vous pouvez réessayer plus tard.',
  handoffTimeout:
    'Je suis désolée, personne n’a répondu à temps. Je reste là ; voulez-vous que nous essayions ensemble ?',
  handedBack: 'Je suis de nouveau avec vous. Puis-je faire autre chose pour vous ?',
  elsewhere:
    'Pour une commande, c’est notre service des commandes qui répond. Le chemin est indiqué ici, dans la discussion.',
  queue: 'Service client',
  next: 'Vous êtes le prochain.',
  liveHello: 'Bonjour, ici Noor. J’ai lu votre message. Comment puis-je vous aider ?',
  liveHere: 'Je suis déjà là. Que puis-je faire pour vous ?',
  liveUnknown: 'Je regarde cela. Pouvez-vous m’en dire un peu plus ?',
  liveGoodbye: 'Merci de votre visite. Au revoir !',
};

/** The sentences of the script besides the shop's questions and answers. */
export const PHRASES: Record<Language, Phrases> = { en, fr };

export const SWITCHED_TO_FRENCH = 'Bien sûr, je vous réponds désormais en français.';
