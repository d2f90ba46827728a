/** What a person and an agent say in one session, in one language: the same in each. */
export interface Told {
  readonly request: string
  /** The agent's message at the end, by its sentences. */
  readonly deed: string
  readonly cause: string
  readonly decision: string
  /** A label, and what is left. */
  readonly label: string
  readonly left: string
  readonly question: string
  /** The question as an offer, which a "yes" accepts. */
  readonly offered: string
  readonly yes: readonly string[]
  readonly chores: readonly string[]
  readonly subject: string
  readonly announced: string
  readonly polite: string
  /** Asks for information. */
  readonly asks: string
}

export const LANGUAGES: Readonly<Record<string, Told>> = {
  English: {
    request: 'Fix the rounding error in the amounts of the shopping cart',
    deed: 'Fixed the rounding of the amounts in the shopping cart.',
    cause: 'Root cause: the total was rounded as a whole instead of line by line.',
    decision: 'I decided to round each line rather than the total because invoices must add up.',
    label: 'Next step:',
    left: 'check the export of invoices.',
    question: 'Should I check the export of invoices too?',
    offered: 'Check the export of invoices too',
    yes: ['yes', 'Yes, please.', 'ok, go ahead'],
    chores: ['commit and push', 'Please commit the changes'],
    subject: 'Round amounts line by line',
    announced: "Now I'll check the export of invoices.",
    polite: 'Can you fix the export of invoices?',
    asks: 'Which rounding does the export of invoices use?',
  },
  German: {
    request: 'Behebe den Rundungsfehler bei den Beträgen im Warenkorb',
    deed: 'Ich habe die Rundung der Beträge im Warenkorb korrigiert.',
    cause: 'Ursache: Die Summe wurde als Ganzes gerundet statt Zeile für Zeile.',
    decision: 'Ich habe mich entschieden, jede Zeile statt der Summe zu runden, weil Rechnungen aufgehen müssen.',
    label: 'Nächster Schritt:',
    left: 'den Export der Rechnungen prüfen.',
    question: 'Soll ich auch den Export der Rechnungen prüfen?',
    offered: 'Den Export der Rechnungen prüfen',
    yes: ['ja', 'Ja, bitte.', 'Gerne, mach das!', 'leg los'],
    chores: ['committe und pushe', 'Bitte alles committen und pushen', 'Danke!'],
    subject: 'Beträge zeilenweise runden',
    announced: 'Als Nächstes werde ich den Export der Rechnungen prüfen.',
    polite: 'Kannst du bitte den Export der Rechnungen korrigieren?',
    asks: 'Welche Rundung benutzt der Export der Rechnungen?',
  },
  Spanish: {
    request: 'Corrige el error de redondeo en los importes del carrito',
    deed: 'He corregido el redondeo de los importes en el carrito.',
    cause: 'Causa raíz: el total se redondeaba entero en lugar de línea por línea.',
    decision: 'Decidí redondear cada línea en lugar del total porque las facturas deben cuadrar.',
    label: 'Siguiente paso:',
    left: 'revisar la exportación de facturas.',
    question: '¿Quieres que revise también la exportación de facturas?',
    offered: 'Revise también la exportación de facturas',
    yes: ['sí', 'Sí, por favor.', 'Claro, adelante', 'vale, hazlo'],
    chores: ['haz commit y push', 'Sube los cambios, por favor', '¡Muchas gracias!'],
    subject: 'Redondear los importes línea por línea',
    announced: 'Ahora voy a revisar la exportación de facturas.',
    polite: '¿Puedes corregir la exportación de facturas?',
    asks: '¿Qué redondeo usa la exportación de facturas?',
  },
  French: {
    request: "Corrige l'erreur d'arrondi dans les montants du panier",
    deed: "J'ai corrigé l'arrondi des montants du panier.",
    cause: 'Cause racine : le total était arrondi en bloc au lieu de ligne par ligne.',
    decision: "J'ai choisi d'arrondir chaque ligne plutôt que le total, car les factures doivent tomber juste.",
    label: 'Prochaine étape :',
    left: "vérifier l'export des factures.",
    question: "Veux-tu que je vérifie aussi l'export des factures ?",
    offered: "Vérifie aussi l'export des factures",
    yes: ['oui', 'Oui, vas-y.', "D'accord, merci !", 's’il te plaît'],
    chores: ['commite et pousse', 'Fais un commit et pousse les changements', 'Merci !'],
    subject: 'Arrondir les montants ligne par ligne',
    announced: "Maintenant, je vais vérifier l'export des factures.",
    polite: "Peux-tu corriger l'export des factures ?",
    asks: "Quel arrondi utilise l'export des factures ?",
  },
  Russian: {
    request: 'Исправь ошибку округления сумм в корзине',
    deed: 'Исправил округление сумм в корзине.',
    cause: 'Причина: итог округлялся целиком, а не построчно.',
    decision: 'Я решил округлять каждую строку вместо итога, потому что счета должны сходиться.',
    label: 'Следующий шаг:',
    left: 'проверить экспорт счетов.',
    question: 'Хотите, чтобы я проверил экспорт счетов?',
    offered: 'Проверил экспорт счетов',
    yes: ['да', 'Да, пожалуйста.', 'Хорошо, давай', 'Конечно!'],
    chores: ['закоммить и запушь', 'Пожалуйста, закоммить все изменения', 'Спасибо!'],
    subject: 'Округлять суммы построчно',
    announced: 'Теперь проверю экспорт счетов.',
    polite: 'Можешь исправить экспорт счетов?',
    asks: 'Какое округление использует экспорт счетов?',
  },
  Chinese: {
    request: '请修复购物车金额的四舍五入错误',
    deed: '已修复购物车金额的四舍五入。',
    cause: '根本原因：总额是整体四舍五入，而不是逐行处理。',
    decision: '我决定按行而不是按总额四舍五入，因为发票必须对得上。',
    label: '下一步：',
    left: '检查发票导出。',
    question: '要我继续检查发票导出吗？',
    offered: '继续检查发票导出',
    yes: ['好的', '好的，请继续。', '可以', '没问题，谢谢！'],
    chores: ['提交并推送', '请把所有更改提交并推送', '谢谢！', 'commit并push'],
    subject: '修复：逐行四舍五入',
    announced: '接下来我会检查发票导出。',
    polite: '你能帮我修复发票导出吗？',
    asks: '发票导出用的是哪种舍入方式？',
  },
  Japanese: {
    request: 'カートの金額の丸め誤差を修正してください',
    deed: 'カートの金額の丸め処理を修正しました。',
    cause: '根本原因：合計が行ごとではなく全体で丸められていました。',
    decision: '請求書の金額が一致する必要があるため、合計ではなく行ごとに丸めることにしました。',
    label: '次のステップ：',
    left: '請求書のエクスポートを確認する。',
    question: '請求書のエクスポートも確認しましょうか？',
    offered: '請求書のエクスポートも確認',
    yes: ['はい', 'はい、お願いします。', '了解です、続けてください', 'いいですね！'],
    chores: ['コミットしてプッシュして', 'コミットとプッシュをお願いします', 'ありがとうございます！'],
    subject: '金額を行ごとに丸める',
    announced: '次に、請求書のエクスポートを確認します。',
    polite: '請求書のエクスポートを修正してもらえますか？',
    asks: '請求書のエクスポートはどの丸め方式を使っていますか？',
  },
  Arabic: {
    request: 'أصلح خطأ التقريب في مبالغ سلة التسوق',
    deed: 'أصلحت تقريب المبالغ في سلة التسوق.',
    cause: 'السبب الجذري: كان الإجمالي يُقرَّب دفعة واحدة بدلًا من كل سطر على حدة.',
    decision: 'قررت تقريب كل سطر بدلًا من الإجمالي لأن الفواتير يجب أن تتطابق.',
    label: 'الخطوة التالية:',
    left: 'التحقق من تصدير الفواتير.',
    question: 'هل تريد أن أتحقق من تصدير الفواتير أيضًا؟',
    offered: 'أتحقق من تصدير الفواتير أيضًا',
    yes: ['نعم', 'نعم، من فضلك.', 'حسنًا، تابع', 'بالتأكيد!'],
    chores: ['نفّذ commit ثم push', 'ارفع التغييرات من فضلك', 'شكرًا!'],
    subject: 'تقريب المبالغ سطرًا بسطر',
    announced: 'الآن سأتحقق من تصدير الفواتير.',
    polite: 'هل يمكنك إصلاح تصدير الفواتير؟',
    asks: 'ما طريقة التقريب التي يستخدمها تصدير الفواتير؟',
  },
}
