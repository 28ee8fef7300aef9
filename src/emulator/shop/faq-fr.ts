import type { FaqEntry } from './faq-entry.ts';
import { PHRASES_FR } from './phrases-fr.ts';

export const FAQ_FR: readonly FaqEntry[] = [
  {
    id: 'hours',
    question: 'Quels sont vos horaires ?',
    keywords: ['horaire', 'horaires', 'ouvert', 'ouverts', 'ouverture', 'ferme', 'dimanche', 'samedi'],
    answer: `Notre magasin est ouvert

- **du lundi au vendredi**, de 9 h 30 à 18 h 30
- **le samedi**, de 10 h à 18 h
- **le dimanche**, fermé

Ici, dans la discussion, je réponds à toute heure.`,
    related: ['store', 'contact'],
  },
  {
    id: 'store',
    question: 'Où se trouve votre magasin ?',
    keywords: ['ou se trouve', 'adresse', 'magasin', 'parking', 'boutique', 'venir'],
    answer: `Au **14, rue de la Lanterne**, à deux minutes à pied de la gare centrale. Le parking derrière la maison est gratuit pendant vos achats.`,
    related: ['hours', 'pickup'],
  },
  {
    id: 'delivery',
    question: 'Quels sont les délais de livraison ?',
    keywords: ['livraison', 'livrer', 'livre', 'delai', 'delais', 'expedition', 'express', 'transporteur'],
    answer: `Les petits articles arrivent sous **2 à 3 jours ouvrés**, les meubles sous **5 à 8 jours ouvrés**, sur rendez-vous.

En *express* (commande avant midi), un petit article arrive le jour ouvré suivant.`,
    related: ['delivery-cost', 'tracking', 'pickup'],
  },
  {
    id: 'delivery-cost',
    question: 'Combien coûte la livraison ?',
    keywords: ['combien coute', 'frais de livraison', 'frais de port', 'livraison gratuite'],
    answer: `| Commande | Standard | Express |
| --- | --- | --- |
| Petits articles | 4,90 € | 9,90 € |
| Petits articles dès 60 € | **gratuit** | 5,00 € |
| Meubles | 39,00 € | – |

Le retrait en magasin est toujours gratuit.`,
    related: ['delivery', 'pickup'],
  },
  {
    id: 'tracking',
    question: 'Où en est ma commande ?',
    keywords: [
      'ma commande',
      'suivi',
      'suivre',
      'colis',
      'retard',
      'perdu',
      'pas arrive',
      'pas arrivee',
      'pas recu',
    ],
    answer: PHRASES_FR.askOrderNumber,
    related: ['delivery', 'contact', 'returns'],
    asksForOrder: true,
  },
  {
    id: 'pickup',
    question: 'Puis-je retirer ma commande en magasin ?',
    keywords: ['retirer', 'retrait', 'chercher', 'click and collect'],
    answer: `Oui, gratuitement. Choisissez **Retrait en magasin** au moment de payer. Les petits articles sont prêts **deux heures** plus tard et gardés 7 jours.`,
    related: ['store', 'hours'],
  },
  {
    id: 'returns',
    question: 'Comment retourner un article ?',
    keywords: [
      'retourner ma commande',
      'renvoyer ma commande',
      'retour',
      'retours',
      'retourner',
      'renvoyer',
      'rembourse',
      'remboursement',
      'echange',
      'echanger',
      'annuler',
    ],
    answer: `Vous avez **30 jours** pour changer d'avis.

1. Imprimez l'étiquette depuis *Mes commandes*.
2. Déposez le colis dans un bureau de poste.
3. Vous êtes remboursé sous **5 jours ouvrés** après réception.

Le retour est gratuit, sauf pour les meubles (29 €). Les tissus coupés et les cartes cadeaux ne sont pas repris.`,
    related: ['warranty', 'contact', 'delivery-cost'],
  },
  {
    id: 'payment',
    question: 'Comment puis-je payer ?',
    keywords: [
      'payer',
      'paiement',
      'paye',
      'carte bancaire',
      'paypal',
      'facture',
      'virement',
      'plusieurs fois',
    ],
    answer: `Par **carte bancaire**, **PayPal**, **Apple Pay**, **Google Pay** ou **virement**. Dès 150 €, vous pouvez payer en trois fois sans frais.`,
    related: ['gift-cards', 'returns'],
  },
  {
    id: 'gift-cards',
    question: 'Avez-vous des cartes cadeaux ?',
    keywords: ['cadeau', 'cadeaux', 'carte cadeau', 'cartes cadeaux', 'bon d achat', 'offrir'],
    answer: `Oui : de **20 à 500 €**, aussitôt par courriel ou, par la poste, imprimée sur du placage de chêne. Elles sont valables trois ans, en ligne et en magasin.`,
    related: ['payment', 'delivery'],
  },
  {
    id: 'sizes',
    question: 'Où trouver les dimensions ?',
    keywords: [
      'dimension',
      'dimensions',
      'taille',
      'tailles',
      'mesure',
      'mesures',
      'hauteur',
      'largeur',
      'grand',
    ],
    answer: `Chaque fiche produit montre un plan avec **largeur × profondeur × hauteur** en centimètres, et le poids. Pour les lampes, nous donnons aussi la longueur du câble.`,
    related: ['returns', 'bulbs', 'store'],
  },
  {
    id: 'bulbs',
    question: 'Quelles ampoules pour les lampes ?',
    keywords: ['ampoule', 'ampoules', 'culot', 'e27', 'e14', 'watt', 'variateur', 'led', 'lampe', 'lampes'],
    answer: `Lampes de table et lampadaires : **E27** ; petites appliques : **E14**. Aucune ampoule n'est fournie. Nous conseillons une LED de 4 à 8 W, 2700 K.`,
    related: ['sizes', 'warranty'],
  },
  {
    id: 'care',
    question: 'Comment entretenir le chêne huilé ?',
    keywords: ['entretenir', 'entretien', 'nettoyer', 'chene', 'huile', 'bois', 'tache', 'laver', 'lin'],
    answer: `Essuyez le chêne huilé avec un chiffon humide, puis séchez-le aussitôt. Une fois par an :

- poncez légèrement dans le sens du fil (grain 240)
- passez une fine couche d'huile-cire dure
- retirez l'excédent après **15 minutes**`,
    related: ['warranty', 'sizes'],
  },
  {
    id: 'warranty',
    question: 'Que couvre la garantie ?',
    keywords: ['garantie', 'casse', 'defaut', 'abime', 'endommage', 'reparer', 'reparation'],
    answer: `**Cinq ans** pour les meubles, **deux ans** pour le reste, pièces et main-d'œuvre. Un article est arrivé abîmé ? Envoyez-nous une photo sous 14 jours, nous le remplaçons.`,
    related: ['returns', 'contact'],
  },
  {
    id: 'contact',
    question: 'Comment vous joindre ?',
    keywords: ['contact', 'contacter', 'joindre', 'telephone', 'appeler', 'courriel', 'mail', 'parler a'],
    answer: `- **Téléphone** : [+1 555 010 0142](tel:+15550100142), en semaine de 9 h 30 à 18 h 30
- **Courriel** : [hello@lumen-oak.example](mailto:hello@lumen-oak.example)
- **Ici** : dites-moi que vous voulez parler à une personne, et un collègue prend le relais`,
    related: ['hours', 'store'],
  },
  {
    id: 'hello',
    question: 'Bonjour',
    keywords: ['comment allez vous', 'ca va', 'bonjour', 'bonsoir', 'salut'],
    answer: 'Bonjour ! Que puis-je faire pour vous ?',
    related: ['delivery', 'returns', 'hours'],
    isSmallTalk: true,
  },
  {
    id: 'thanks',
    question: 'Merci',
    keywords: ['merci'],
    answer: 'Avec plaisir ! Puis-je faire autre chose pour vous ?',
    related: ['delivery', 'gift-cards'],
    isSmallTalk: true,
  },
  {
    id: 'who',
    question: 'Qui êtes-vous ?',
    keywords: ['qui etes vous', 'qui es tu', 'votre nom', 'robot'],
    answer: `Je suis **Iris**, l'assistante automatique de Lumen & Oak. Si vous préférez parler à une personne, je peux en appeler une.`,
    related: ['contact', 'hours'],
  },
  {
    id: 'change-order',
    question: 'Puis-je modifier ou annuler ma commande ?',
    keywords: [
      'annuler ma commande',
      'modifier ma commande',
      'changer ma commande',
      'mauvaise adresse',
      'changer d adresse',
    ],
    answer:
      'Oui, tant que la commande est encore à l’atelier : un collègue la modifie pour vous. Si elle est déjà en route, renvoyez-la simplement, c’est gratuit.',
    related: ['tracking', 'returns'],
  },
  {
    id: 'payment-failed',
    question: 'Pourquoi ma carte a-t-elle été refusée ?',
    keywords: ['refusee', 'carte refusee', 'paiement refuse', 'carte a ete refusee'],
    answer:
      'J’en suis désolée. Rien n’a été débité. Un second essai ou un autre moyen de paiement suffit souvent ; seule votre banque connaît la raison.',
    related: ['payment', 'contact'],
  },
  {
    id: 'help',
    question: 'Que pouvez-vous faire ?',
    keywords: ['ai une question', 'que pouvez vous faire', 'aide', 'aidez moi', 'aider'],
    answer:
      'Je cherche des commandes, je montre nos lampes et nos meubles, j’explique la livraison, les retours et la garantie, et j’appelle un collègue quand vous le souhaitez.',
    related: ['tracking', 'returns', 'hours'],
    isSmallTalk: true,
  },
  {
    id: 'goodbye',
    question: 'Au revoir',
    keywords: ['au revoir', 'bonne journee', 'a bientot', 'bonne soiree', 'adieu'],
    answer:
      'Au revoir, et merci de votre visite ! Vous pouvez continuer à écrire ici quand vous le souhaitez.',
    related: ['hours', 'contact'],
    isSmallTalk: true,
  },
  {
    id: 'complaint',
    question: 'Je voudrais me plaindre',
    keywords: [
      'plaindre',
      'plainte',
      'reclamation',
      'inadmissible',
      'decu',
      'decue',
      'mecontent',
      'mecontente',
      'nul',
    ],
    answer:
      'Je suis désolée que nous vous ayons déçu. Dites-moi ce qui s’est passé, ou laissez-moi appeler un collègue qui pourra arranger cela.',
    related: ['contact', 'returns'],
  },
  {
    id: 'offers',
    question: 'Y a-t-il des promotions ?',
    keywords: ['promotion', 'promotions', 'code promo', 'reduction', 'soldes', 'rabais'],
    answer:
      'Nous n’avons pas de code promo. En ce moment, la *bougie Woodsmoke* est à **22 €**, et la livraison des petits articles est gratuite dès 60 €.',
    related: ['delivery-cost', 'gift-cards'],
  },
  {
    id: 'colours',
    question: 'Quelles couleurs avez-vous ?',
    keywords: [
      'couleur',
      'couleurs',
      'en bleu',
      'en rouge',
      'en vert',
      'bleue',
      'bleues',
      'lampe bleue',
      'lampes bleues',
      'bleu',
      'lampe rouge',
      'lampes rouges',
    ],
    answer:
      'Nos pièces ont la couleur de leur matière : chêne huilé, lin naturel, laiton, grès ardoise et vert, laine grise. Nous n’avons pas de lampes bleues ni d’autres couleurs vives. Voulez-vous voir nos lampes ?',
    related: ['sizes', 'care', 'store'],
  },
  {
    id: 'cheapest',
    question: 'Quel est votre article le moins cher ?',
    keywords: ['moins cher', 'moins chere', 'moins chers', 'meilleur prix', 'petit budget'],
    answer:
      'La *bougie Woodsmoke* à **22 €** au lieu de 28 €. Viennent ensuite la coupe à fruits profonde à **44 €** et le vase Reed à **58 €**.',
    related: ['gift-ideas', 'offers', 'delivery-cost'],
  },
  {
    id: 'gift-ideas',
    question: 'Un cadeau à moins de 50 € ?',
    keywords: ['cadeau a moins', 'cadeau pour', 'idee cadeau', 'idees cadeaux', 'moins de 50', 'un cadeau'],
    answer:
      'Deux valeurs sûres : la *bougie Woodsmoke* (**22 €**, cire d’abeille, 50 heures) et la *coupe à fruits profonde* (**44 €**, grès). Nous les emballons pour 3,50 €. Ou choisissez une carte cadeau dès 20 €.',
    related: ['gift-cards', 'delivery', 'returns'],
  },
  {
    id: 'abroad',
    question: 'Livrez-vous à l’étranger ?',
    keywords: [
      'etranger',
      'a l etranger',
      'autres pays',
      'international',
      'en norvege',
      'en suede',
      'en suisse',
      'en belgique',

      'en italie',
      'en espagne',
    ],
    answer:
      'Nous livrons les petits articles dans tous les pays de l’UE, ainsi qu’en **Norvège**, en Suisse et au Royaume-Uni : 4 à 8 jours ouvrés, 14,90 €, droits compris. Les meubles vont dans les pays voisins ; une collègue vous donne le prix.',
    related: ['delivery', 'delivery-cost', 'contact'],
  },
  {
    id: 'privacy',
    question: 'Mes données sont-elles en sécurité ?',
    keywords: ['mes donnees', 'donnees personnelles', 'rgpd', 'confidentialite', 'vie privee'],
    answer:
      'Oui. Ce chat est chiffré, nous ne l’utilisons que pour vous répondre, et nous l’effaçons après **90 jours**. Nous ne vendons rien à personne. Pour voir ou effacer ce que nous avons : [privacy@lumen-oak.example](mailto:privacy@lumen-oak.example).',
    related: ['contact', 'payment'],
  },
  {
    id: 'ok',
    question: 'D’accord',
    keywords: ['d accord', 'tres bien', 'parfait', 'tant pis'],
    answer: 'Très bien. Puis-je faire autre chose pour vous ?',
    related: ['tracking', 'delivery'],
    isSmallTalk: true,
  },
];
