import type { OrderState } from './orders.ts';
import type { PHRASES_EN } from './phrases-en.ts';

const STATES: Record<OrderState, string> = {
  'on-its-way':
    'est **en route**. Elle a quitté notre atelier hier et arrive sous deux jours ouvrés. Le lien de suivi est dans votre courriel.',
  'in-workshop':
    'est **encore à l’atelier**. Elle part sous trois jours ouvrés ; vous recevrez alors un courriel avec le lien de suivi.',
  delivered:
    'a été **livrée** il y a deux jours. Si vous ne la trouvez pas, demandez d’abord à vos voisins ; ensuite nous la chercherons ensemble.',
  'to-collect': 'est **prête à être retirée** au 14, rue de la Lanterne. Nous la gardons sept jours.',
  refunded: 'nous est **revenue**, et le remboursement est en cours. Il prend jusqu’à cinq jours ouvrés.',
};

export const PHRASES_FR: typeof PHRASES_EN = {
  greeting:
    'Bonjour, je suis **Iris**, de Lumen & Oak. Une commande, nos lampes et nos meubles, la livraison, les retours … Comment puis-je vous aider ?',
  unknown:
    'Je ne suis pas sûre d’avoir compris. Je peux chercher une commande, montrer nos lampes et nos meubles, expliquer la livraison et les retours, ou appeler un collègue.',
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
  talkToPerson: 'Parler à une personne',
  bot: 'Je suis un robot : **Iris**, l’assistante automatique de Lumen & Oak. Je connais le magasin, ses commandes et ses produits. Si vous préférez parler à une personne, je peux en appeler une.',
  liveBot:
    'Dans cette démo, je joue seulement une collègue : mes réponses aussi sont écrites d’avance. Une vraie personne peut répondre depuis le guichet.',
  staying: 'Très bien, je reste avec vous. Que puis-je faire ?',
  onTheWay: 'Un collègue est déjà en chemin.',
  stillComing: 'Un collègue est toujours en chemin.',
  noted: 'Merci, mon collègue lira votre message. Il est toujours en chemin.',
  switched: 'Bien sûr, je vous réponds désormais en français.',
  price: (amount: number) => `${amount} €`,
  product: (name: string, price: string) => `**${name}** : ${price}.`,
  products: 'Voici ce que nous avons :',
  favourites:
    'Nous fabriquons des lampes, des meubles en chêne, des textiles et des objets pour la table. Trois favoris :',
  seeProduct: 'Voir dans la boutique',
  askOrderNumber:
    'Volontiers. Quel est votre numéro de commande ? Il a quatre chiffres, par exemple **4711**, et se trouve dans le courriel avec le lien de suivi.',
  askReplacementNumber:
    'Bien sûr, nous vous en envoyons un neuf, gratuitement. Quel est votre numéro de commande ? Il a quatre chiffres, par exemple **4711**.',
  noOrderNumber:
    'Ce n’est pas grave. Le numéro est dans le courriel *Merci de votre commande*. Sans lui, un collègue peut trouver la commande par votre nom.',
  unknownOrder: (number: string) =>
    `Je suis désolée, je ne trouve pas de commande **${number}**. Nos numéros ont quatre chiffres, par exemple **4711**, et sont dans le courriel *Merci de votre commande*. Voulez-vous réessayer, ou dois-je appeler un collègue ?`,
  orderItem: (count: number, name: string) => (count === 1 ? name : `${count} × ${name}`),
  order: (number: string, items: string, state: OrderState) =>
    `Votre commande **${number}** (${items}) ${STATES[state]}`,
  replaced: (number: string, items: string) =>
    `Merci. Le remplacement pour la commande **${number}** (${items}) quitte notre atelier demain. Vous n’avez rien à renvoyer.`,
  damaged: (name: string) => `Je suis vraiment désolée que cet article soit abîmé (${name}).`,
  damagedItem: 'Je suis vraiment désolée que cet article soit abîmé.',
  damagedNext:
    'À vous de choisir la suite : nous vous envoyons un **remplacement** gratuit, ou vous le renvoyez et êtes **remboursé** sous cinq jours ouvrés. Une photo suffit comme preuve.',
  wantReplacement: 'Je voudrais un remplacement',
  wantMoney: 'Je voudrais être remboursé',
};
