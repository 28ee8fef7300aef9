import type { Wording } from './wording.ts';

const PERSONS = [
  'humain',
  'humaine',
  'etre humain',
  'vraie personne',
  'conseiller',
  'conseillere',
  'agent',
  'operateur',
  'operatrice',
  'collegue',
  'service client',
  'responsable',
  'employe',
  'vendeur',
  'vendeuse',
  'quelqu un',
];
const FILLERS =
  'a avec un une le la au du vrai vraie veritable de vos votre des l d en s il vous plait svp directement moi'.split(
    ' ',
  );

export const WORDING_FR: Wording = {
  signs:
    'le la les une des mon ma mes votre vos je vous est ou quel quelle quels combien coute avec pour bonjour bonsoir salut merci voudrais veux puis suis il qui que ce avez etes commande lampe parler au du et numero s il plait svp'.split(
      ' ',
    ),
  courtesy:
    's il vous plait svp stp bonjour bonsoir salut merci maintenant oui ok un une le la vrai vraie je voudrais veux'.split(
      ' ',
    ),
  person: {
    requests: [
      {
        asks: [
          'parler',
          'discuter',
          'echanger',
          'mettez moi en relation',
          'mettre en relation',
          'mise en relation',
          'passez moi',
          'passer',
          'transferez moi',
          'transferer',
          'joindre',
        ],
        fillers: FILLERS,
        targets: [...PERSONS, 'personne'],
      },
      {
        asks: [
          'veux',
          'voudrais',
          'aimerais avoir',
          'besoin',
          'il me faut',
          'donnez moi',
          'puis je avoir',
          'prefere',
        ],
        fillers: FILLERS,
        targets: PERSONS,
      },
      { asks: ['y a t il', 'est ce qu il y a'], fillers: FILLERS, targets: [...PERSONS, 'personne'] },
    ],
    refusals: [
      {
        asks: ['sans', 'pas', 'pas besoin', 'plutot que'],
        fillers: ['d', 'de', 'un', 'une', 'vrai', 'vraie', 'a', 'parler'],
        targets: PERSONS,
      },
    ],
    alone: [...PERSONS, 'personne', 'humain'],
  },
  negations: ['ne', 'n', 'pas', 'sans', 'jamais', 'inutile', 'plutot que'],
  negationFillers:
    'veux voudrais souhaite ai aimerais pas besoin de d envie plus jamais vous me surtout tiens a en'.split(
      ' ',
    ),
  questionPronouns: ['je', 'vous', 'il', 'on'],
  bot: {
    questions: [
      {
        asks: ['etes vous', 'es tu', 'vous etes', 'tu es', 't es', 'je parle', 'parler', 'c est'],
        fillers: 'a avec un une des vrai vraie bien vraiment ou'.split(' '),
        targets: ['robot', 'bot', 'machine', 'ia', 'chatbot', 'ordinateur', 'chatgpt', 'automatique'],
      },
      {
        asks: ['etes vous', 'es tu', 'vous etes', 'tu es', 't es', 'est ce que je parle', 'je parle'],
        fillers: 'a avec un une des vrai vraie bien vraiment etre ou'.split(' '),
        targets: ['humain', 'humaine', 'personne'],
      },
    ],
    alone: ['il y a quelqu un', 'y a quelqu un'],
  },
  order: {
    nouns: ['commande', 'commandes', 'colis', 'paquet'],
    aroundNumber:
      'ma la une le mon commande numero est c cest no nr voici bonjour merci oui svp s il vous plait lo je crois que de'.split(
        ' ',
      ),
    unknownNumber: ['sais pas', 'ai pas', 'trouve pas', 'aucune idee', 'oublie', 'perdu'],
  },
  damage: {
    words: [
      'casse',
      'cassee',
      'casses',
      'cassees',
      'abime',
      'abimee',
      'endommage',
      'endommagee',
      'defectueux',
      'defectueuse',
      'fissure',
      'fissuree',
      'brise',
      'brisee',
      'ne marche pas',
      'ne fonctionne pas',
      'ne fonctionne plus',
      'en morceaux',
      'raye',
      'rayee',
    ],
    arrivals: [
      'arrive',
      'arrivee',
      'arrives',
      'recu',
      'recue',
      'livre',
      'livree',
      'est',
      'etait',
      'ma',
      'mon',
    ],
    hypothetical: ['si', 'garantie', 'couvre', 'couvert', 'carte', 'paiement', 'site'],
  },
  replacement: ['remplacement', 'remplacer', 'remplacez', 'en renvoyer', 'une nouvelle', 'un nouveau'],
  price: ['combien', 'prix', 'coute', 'tarif', 'cher', 'chere'],
  browse: [
    'avez vous',
    'vendez vous',
    'montrez moi',
    'montrer',
    'cherche',
    'voir',
    'disponible',
    'en stock',
    'quelle',
    'quelles',
    'quels',
    'quel',
    'acheter',
    'parlez moi',
    'voudrais',
    'conseillez',
  ],
  catalogue: ['que vendez vous', 'vos produits', 'votre catalogue', 'catalogue', 'vos articles', 'vos prix'],
  productKeywords: [
    'lampe',
    'lampes',
    'chene',
    'bois',
    'lin',
    'combien coute',
    'grand',
    'taille',
    'tailles',
    'hauteur',
    'largeur',
    'dimension',
    'dimensions',
    'livre',
    'ouvert',
  ],
  languages: {
    en: ['en anglais', 'parlez vous anglais', 'anglais svp'],
    fr: ['en francais', 'parlez vous francais', 'parle francais', 'francais svp', 'francais'],
    de: ['en allemand', 'parlez vous allemand'],
  },
};
