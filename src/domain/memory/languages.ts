/**
 * By which words a language says what a handoff is made of. `|` separates words and phrases, each of which may be a pattern;
 * text is compared in any case. Whatever depends on no words (a request as a whole, a closing question, a commit) is found
 * in every language.
 */
export interface Cues {
  /** Words that say nothing about a subject; by them a language is told from English. */
  readonly common: string
  /** All that a person says who agrees to an offer. */
  readonly agreement: string
  /** How a person begins who refuses an offer. */
  readonly refusal: string
  /** Version control and thanks. */
  readonly chores: string
  /** How a question begins, or ends, that is a request. */
  readonly polite: string
  readonly politeEnd?: string
  /** Verbs that ask for work, by the English one. */
  readonly verbs: Readonly<Record<'fix' | 'add' | 'remove' | 'rename' | 'check' | 'explain', string>>
  /** How the agent begins an offer, or ends it; the rest of the sentence says what it offers. */
  readonly offer: string
  readonly offerEnd?: string
  /** A heading or a label of what is left to do. */
  readonly left: string
  /** How a sentence begins that says so. */
  readonly leftSaid: string
  /** How a sentence begins that says what the agent will do, or is waiting for. */
  readonly announces: string
  /** A label that adds nothing to what follows it. */
  readonly label: string
  readonly causes: string
  readonly decides: string
  readonly reasons: string
  /** How a sentence begins, or ends, that says what was done. */
  readonly deed: string
  readonly deedEnd?: string
  /** How a sentence begins that says nothing of substance. */
  readonly hollow: string
}

const german: Cues = {
  common:
    'der|die|das|den|dem|des|ein|eine|einen|einem|einer|und|oder|nicht|ist|sind|mit|für|auf|von|zu|im|bei|wird|werden|ich|du|wir|sie|es|dass|wenn|aber|auch|noch|jetzt|dann|bitte|kannst|könntest|mach|mir|dir|sich|nach|aus|über|vor|durch|soll|sollte|alles|einmal|mal|wie|warum|hier|dort',
  agreement:
    'ja|jo|jep|klar|gerne?|ok|okay|passt|genau|richtig|einverstanden|mache?(?: (?:das|es|so|mal|weiter))?|gut|bitte|weiter|leg los|in ordnung|sehr gut|perfekt|super|klingt gut|tu das|unbedingt|auf jeden fall|danke|das|so',
  refusal: 'nein|nee|nö|lieber nicht|nicht',
  chores:
    'commit|commits|committe|committen|einchecken|push|pushe|pushen|hoch|hochladen|änderung|änderungen|branch|merge|merge|mergen|pr|danke|vielen|dank|super|prima|hallo|tschüss',
  polite: '(?:kannst|könntest|würdest) du|(?:können|könnten|würden) (?:sie|wir)',
  verbs: {
    fix: 'beheben?|repariere|reparieren|korrigieren?|fixen?',
    add: 'füge|hinzufügen|ergänzen?|implementieren?|baue|erstellen?',
    remove: 'entfernen?|löschen?',
    rename: 'benenne|umbenennen|refaktorisieren?|verschieben?',
    check: 'prüfen?|überprüfen?|schau|untersuchen?',
    explain: 'erklären?|erklär',
  },
  offer:
    '(?:soll(?:te)? ich|sollen wir|darf ich|(?:möchtest|willst) du, dass ich|(?:möchten|wollen) sie, dass ich)(?: (?:auch|noch|jetzt))?',
  left: '(?:die )?nächste[rn]? schritte?|als nächstes|noch (?:offen|zu tun)|offen(?:e (?:punkte|aufgaben))?|ausstehend|was (?:noch )?fehlt',
  leftSaid:
    '(?:es )?(?:bleibt|bleiben|fehlt|fehlen) noch|noch offen (?:ist|sind)|(?!nichts|keine?).{2,80}? (?:ist|sind) noch (?:offen|nicht)|(?!nichts|keine?).{2,80}? (?:fehlt|fehlen) noch',
  announces:
    '(?:als nächstes|jetzt|nun|danach|anschließend) (?:werde|prüfe|mache|will) ich|ich (?:werde|prüfe|mache) (?:jetzt|nun|als nächstes)|ich warte',
  label:
    '(?:die )?(?:(?:grund|eigentliche )?ursache|grund|problem|fehler|lösung|korrektur|zusammenfassung|ergebnis|hinweis|antwort|änderung(?:en)?)',
  causes:
    '(?:grund)?ursache|(?:lag|liegt) (?:daran|am|an)|weil|aufgrund|wegen|der (?:fehler|grund|bug) (?:ist|war)|verursacht (?:durch|von)',
  decides: 'entschied|entschieden|gewählt|statt|anstatt|anstelle|verworfen|bevorzugt|beibehalten',
  reasons: 'weil|denn|damit|sodass|um .{3,80}? zu|wegen|aufgrund|da (?:die|der|das|sonst|es|sie)',
  deed: '(?:(?:ich habe|wir haben) .{3,240}? )?(?:behoben|korrigiert|hinzugefügt|ergänzt|geändert|entfernt|gelöscht|umbenannt|ersetzt|aktualisiert|angepasst|implementiert|eingebaut|erstellt|umgestellt|verschoben|vereinfacht|verbessert|repariert|gelöst)',
  hollow:
    'fertig|erledigt|alles (?:erledigt|klar|grün)|(?:alle|die) tests (?:laufen|bestehen|sind grün)|hier (?:ist|sind)|lass mich|sag bescheid',
}

const french: Cues = {
  common:
    "le|la|les|l|d|un|une|des|du|de|et|ou|ne|pas|est|sont|avec|pour|dans|sur|par|que|qui|ce|cette|ces|je|tu|nous|vous|il|elle|au|aux|en|mais|aussi|maintenant|puis|peux|pouvez|mon|ton|votre|fais|faites|tout|comment|pourquoi|s'il|plaît|te|ici",
  agreement:
    "oui|ouais|ok|okay|d['’]accord|vas[- ]y|allez[- ]y|fais|fais-le|faites-le|parfait|c['’]est bon|bien sûr|exact|exactement|continue|continuez|s['’]il (?:te|vous) plaît|merci|très bien|super|bonne idée|volontiers|absolument|ça marche",
  refusal: 'non|pas|surtout pas',
  chores:
    'commit|commits|commite|committe|commiter|committer|pousse|poussez|pousser|push|changements|modifications|branche|fusionne|pr|merci|bonjour|salut|super',
  polite:
    '(?:est-ce que )?(?:tu (?:peux|pourrais)|vous (?:pouvez|pourriez))|peux-tu|pourrais-tu|(?:pouvez|pourriez)-vous',
  verbs: {
    fix: 'corrigez?|corriger|réparez?|réparer|résous|résoudre',
    add: 'ajoutez?|ajouter|implémente|implémenter|crée|créer',
    remove: 'supprimez?|supprimer|enlève|retire',
    rename: 'renommez?|renommer|refactorise|déplace',
    check: 'vérifiez?|vérifier|regardez?|regarder|examine',
    explain: 'expliquez?|expliquer|explique-moi',
  },
  offer:
    '(?:(?:est-ce que )?(?:tu veux|vous voulez)|(?:veux|souhaites|aimerais)-tu|(?:voulez|souhaitez|aimeriez)-vous) que je|dois-je|puis-je|est-ce que je (?:dois|peux)',
  left: "(?:les )?prochaines? étapes?|étapes? suivantes?|(?:ce qu['’]il |il )?reste à faire|à faire|points? ouverts?|en suspens",
  leftSaid: "il (?:ne )?reste|reste (?:à|encore)|(?!rien|aucun).{2,80}? (?:n['’]est|ne sont) pas encore",
  announces: "(?:ensuite|maintenant|à présent|puis),? je (?:vais|vérifie)|je vais (?:maintenant|ensuite)|j['’]attends",
  label:
    '(?:la |le )?(?:cause(?: racine| profonde)?|problème|bug|correction|solution|résumé|résultat|remarque|note|réponse|changements?|modifications?)',
  causes:
    'cause (?:racine|profonde)|la cause (?:est|était)|parce que?|car|à cause d[eu]?|en raison d[eu]?|(?:provenait|provient|venait) d[eu]|due? (?:à|au)|le (?:problème|bug) (?:est|était|vient|venait)',
  decides: 'décidé|choisi|opté|plutôt que?|au lieu d[eu]?|préféré|écarté|conservé',
  reasons: 'parce que?|car|afin (?:de|d|que?)|pour (?:éviter|garder|que)|puisque?|étant donné|sinon|en raison',
  deed: "(?:(?:j['’]ai|nous avons|on a) (?:aussi |également )?)?(?:corrigé|ajouté|supprimé|modifié|remplacé|renommé|déplacé|mis à jour|implémenté|créé|extrait|simplifié|amélioré|réparé|résolu)(?:e|s|es)?",
  hollow: "terminé|c['’]est (?:fait|corrigé|bon)|voilà|(?:tous )?les tests passent|voici|dis-moi|dites-moi|n['’]hésit",
}

const spanish: Cues = {
  common:
    'el|la|los|las|un|una|de|del|y|o|es|son|con|para|en|por|que|se|su|al|lo|le|pero|más|también|ahora|puedes|puede|mi|tu|favor|cuando|como|haz|luego|todo|todos|este|esta|esto|qué|cómo|hay|aquí',
  agreement:
    'sí|si|claro|vale|ok|okay|de acuerdo|adelante|venga|hazlo|hágalo|dale|perfecto|por favor|sigue|continúa|continúe|correcto|exacto|genial|muy bien|bien|me parece bien|por supuesto|gracias',
  refusal: 'no|mejor no',
  chores:
    'commit|commits|commitea|confirma|sube|súbelo|subir|push|pushea|cambios|rama|fusiona|pr|muchas|gracias|hola|genial',
  polite: '¿?\\s*(?:me )?(?:puedes|podrías|puede|podría)',
  verbs: {
    fix: 'corrige|corregir|arregla|arreglar|repara|reparar|soluciona',
    add: 'añade|añadir|agrega|agregar|implementa|implementar|crea|crear',
    remove: 'elimina|eliminar|quita|quitar|borra|borrar',
    rename: 'renombra|renombrar|refactoriza|mueve',
    check: 'revisa|revisar|comprueba|comprobar|verifica|mira',
    explain: 'explica|explicar|explícame',
  },
  offer: '¿?\\s*(?:(?:quieres|quiere|deseas|desea|prefieres|(?:te|le) gustaría) que|debo|debería|puedo)',
  left: '(?:los )?(?:próximos|siguientes) pasos|(?:el )?(?:próximo|siguiente) paso|(?:tareas )?pendientes?|(?:queda )?por hacer|lo que (?:falta|queda)',
  leftSaid:
    '(?:aún |todavía )?(?:queda|quedan|falta|faltan)|(?!nada|ning).{2,80}? (?:aún|todavía) no|(?!nada).{2,80}? (?:sigue|siguen|queda|quedan) pendientes?',
  announces: '(?:ahora|luego|después|a continuación),? (?:voy a|revisaré|haré)|voy a|(?:estoy )?esper(?:o|ando)',
  label:
    '(?:la |el )?(?:causa(?: raíz| principal)?|problema|error|solución|corrección|resumen|resultado|nota|respuesta|cambios?)',
  causes:
    'causa (?:raíz|principal)|la causa (?:es|era|fue)|porque|debido al?|a causa del?|el (?:problema|error|fallo) (?:es|era|estaba)|se deb(?:e|ía) al?|provocado por',
  decides:
    'decidí|decidimos|decidido|elegí|elegimos|elegido|opté|optamos|en (?:vez|lugar) del?|preferí|preferido|descarté|descartado',
  reasons: 'porque|ya que|dado que|para (?:que|evitar|no)|debido a|puesto que',
  deed: '(?:(?:he|hemos) )?(?:corregido|arreglado|añadido|agregado|eliminado|quitado|cambiado|actualizado|reemplazado|renombrado|movido|implementado|creado|simplificado|mejorado)|corregí|arreglé|añadí|agregué|eliminé|quité|cambié|actualicé|reemplacé|renombré|moví|implementé|creé|simplifiqué|mejoré',
  hollow:
    'listo|hecho|terminado|ya está|(?:todas )?las pruebas pasan|todos los tests pasan|aquí (?:está|están|tienes)|avísame|dime',
}

const russian: Cues = {
  common:
    'и|в|во|на|не|что|это|как|для|по|из|с|со|к|у|о|же|то|бы|если|или|при|также|теперь|ещё|еще|потом|затем|всё|все|я|ты|вы|мы|он|она|они|мне|тебе|нам|почему|где|пожалуйста|его|её|их',
  agreement:
    'да|ага|угу|ок|окей|хорошо|давай(?:те)?|конечно|ладно|верно|точно|отлично|пожалуйста|продолжай(?:те)?|(?:так и )?сделай(?:те)?(?: это)?|согласен|согласна|поехали|годится|спасибо',
  refusal: 'нет|не надо|не нужно|лучше не',
  chores:
    'закоммить|закоммитьте|закоммитить|коммит|запушь|запушьте|запушить|пуш|отправь|залей|слей|смержи|изменения|ветку|спасибо|привет|отлично',
  polite: '(?:ты )?(?:можешь|сможешь)|(?:вы )?(?:можете|сможете)|(?:не )?(?:мог|могла|могли) бы',
  verbs: {
    fix: 'исправь|исправьте|исправить|почини|почините|починить|устрани|устранить',
    add: 'добавь|добавьте|добавить|реализуй|реализовать|создай|создать',
    remove: 'удали|удалите|удалить|убери|уберите|убрать',
    rename: 'переименуй|переименовать|вынеси|вынести|перенеси|перенести',
    check: 'проверь|проверьте|проверить|посмотри|посмотрите|изучи',
    explain: 'объясни|объясните|объяснить|расскажи',
  },
  offer:
    '(?:хотите|хочешь|хотели бы),? чтобы я(?: также| ещё| еще)?|(?:мне|нужно ли|стоит ли|могу ли я)(?= \\p{L}+т[ьи](?:ся)?(?!\\p{L}))|(?=(?:проверить|исправить|продолжить|добавить|запустить|обновить) [^?]*\\?)',
  left: '(?:следующ|далее|дальше|дальнейш|осталось|ещё|что дальше)[^:]{0,40}',
  leftSaid: 'осталось|(?!ничего).{2,80}? (?:ещё|еще|пока) не',
  announces: 'теперь|далее|дальше|затем|жду|осталось',
  label:
    '(?:(?:корневая |основная |первоначальная )?причина|проблема|ошибка|исправление|решение|итог|результат|примечание|ответ|изменения)',
  causes: 'причин(?:а|ой|е)|потому что|из-за|так как|(?:ошибка|проблема) (?:была|заключалась|в том)',
  decides: 'решил[аи]?|решено|выбрал[аи]?|предпоч[её]л|предпочли|вместо|отказал(?:ся|ась|ись)|остановил(?:ся|ась|ись)',
  reasons: 'потому что|поскольку|так как|чтобы|из-за|иначе',
  deed: '(?:я )?(?:исправил|добавил|удалил|убрал|изменил|обновил|заменил|переименовал|реализовал|создал|вынес|переписал|упростил|починил|настроил|перен[её]с)[аи]?|(?:исправлен|добавлен|удал[её]н|измен[её]н|обновл[её]н|замен[её]н|реализован|создан)[аоы]?',
  hollow: 'готово|сделано|всё готово|(?:все )?тесты (?:проходят|прошли)|вот (?:что|итог|список)|дайте? знать',
}

const arabic: Cues = {
  common:
    'في|من|على|إلى|الى|أن|ان|هذا|هذه|ذلك|التي|الذي|هل|مع|عن|ثم|أو|او|و|لا|ما|كل|بعد|قبل|إذا|لكن|أيضا|أيضًا|الآن|لي|فضلك|قم|اعمل|نفذ|نفّذ|لماذا|كيف|هنا',
  agreement:
    'نعم|أجل|حسن(?:ا|ًا|اً)|تمام|موافق|بالتأكيد|طبع(?:ا|ًا|اً)|أكيد|تفضل|تابع|استمر|واصل|افعل(?: ذلك|ها)?|من فضلك|لو سمحت|ممتاز|رائع|صحيح|شكر(?:ا|ًا|اً)|ok',
  refusal: 'لا|كلا|ليس',
  chores: 'commit|push|أودع|إيداع|و?ادفع|و?ادفعها|و?ارفع|و?ارفعها|التغييرات|الفرع|ادمج|شكر(?:ا|ًا|اً)|مرحبا|ممتاز',
  polite: 'هل (?:يمكنك|تستطيع|بإمكانك|من الممكن أن)|أيمكنك|ممكن',
  verbs: {
    fix: 'أصلح|اصلح|إصلاح|صحح|صحّح',
    add: 'أضف|اضف|إضافة|أنشئ',
    remove: 'احذف|أزل|حذف|إزالة',
    rename: 'أعد تسمية|انقل',
    check: 'تحقق|افحص|راجع|انظر',
    explain: 'اشرح|وضح|وضّح',
  },
  offer: 'هل (?:تريد(?:ني)?|تود|ترغب(?: في)?|تحب|تفضل) أن|هل (?:يجب|ينبغي) أن|هل(?= أ\\p{L}{3})',
  left: '(?:الخطوة|الخطوات) (?:التالية|القادمة|المقبلة)|(?:المهام )?المتبقي(?:ة)?|ما (?:تبقى|يتبقى)',
  leftSaid: 'يبقى|تبقى|بقي|يتبقى|لم يبق سوى|لم يتم بعد',
  announces: '(?:الآن|بعد ذلك|ثم|لاحق(?:ا|ًا))،? ?(?:سأ\\p{L}+|سوف)|سأ\\p{L}+|سوف|أنتظر',
  label: '(?:السبب(?: الجذري| الأساسي| الرئيسي)?|المشكلة|الخطأ|الحل|الإصلاح|الملخص|النتيجة|ملاحظة|الجواب|التغييرات)',
  causes: 'السبب|سبب (?:المشكلة|الخطأ)|لأن\\p{L}*|بسبب|المشكلة (?:هي|كانت|في)|يعود إلى|ناتج عن',
  decides: 'قررت|قررنا|اخترت|اخترنا|فض[ّ]?لت|بدل(?:ا|ًا|اً)? (?:من|عن)|عوض(?:ا|ًا|اً) عن|استبعدت',
  reasons: 'لأن\\p{L}*|حتى|لكي|كي|لتجنب|بسبب|نظر(?:ا|ًا|اً) ل\\p{L}*|وإلا',
  deed: '(?:لقد )?(?:أصلحت|أضفت|حذفت|أزلت|غي[ّ]?رت|عد[ّ]?لت|حد[ّ]?ثت|استبدلت|أنشأت|صح[ّ]?حت|نقلت)|(?:لقد )?تم(?:ت)? (?:إصلاح|إضافة|حذف|إزالة|تغيير|تعديل|تحديث|استبدال|إنشاء|تصحيح|تنفيذ|نقل)',
  hollow: 'انتهيت|تم الانتهاء|(?:جميع|كل) الاختبارات|إليك|فيما يلي|دعني|أخبرني',
}

const chinese: Cues = {
  common:
    '的|了|和|并且?|並且?|然后|然後|再|请|請|把|一下|吧|到|这些|這些|这个|這個|所有|全部|都|也|还|還|我|你|它|在|就|给|給|帮|幫|要|吗|嗎|呢',
  agreement:
    '好的?|好啊|好吧|可以|行|没问题|沒問題|是的?|对的?|對|嗯|继续|繼續|请|請|同意|没错|就(?:这样|这么办)|按你说的做|开始吧|開始吧|做吧|去做吧|来吧|当然|當然|谢谢|謝謝|ok',
  refusal: '不(?:用|要|是|需要)?|别|別|没必要',
  chores: '提交|推送|合并|合併|拉取|变基|更改|改动|变更|變更|代码|分支|推上去|谢谢|謝謝|感谢|辛苦了|你好',
  polite: '(?:请问)?你?(?:能不能|能否|可否|可不可以|可以|能)(?:请|帮|幫|把|修|改|加|删|写|检查|看)|麻烦|麻煩|劳驾',
  verbs: {
    fix: '修复|修復|修正|修一下|解决|解決',
    add: '添加|增加|新增|实现|實現|创建|加上',
    remove: '删除|刪除|移除|去掉',
    rename: '重命名|重构|重構|改名',
    check: '检查|檢查|看看|看一下|查看|调查|調查',
    explain: '解释|解釋|说明|說明',
  },
  offer:
    '(?:要不要|需不需要|是否(?:需要|要)|需要|要|想让|希望|您?想要?)我(?:来|也|再)?|我(?:是否应该|应该|可以|要不要)(?=.*[吗嗎呢？?])',
  offerEnd: '(?:吗|嗎|呢)',
  left: '下一步(?:计划|計劃|工作|操作)?|接下来|接下來|后续(?:步骤|工作|事项)?|後續|待办(?:事项)?|待辦|剩余(?:工作|任务|事项)?|未完成',
  leftSaid: '(?:还|還|仍|尚)(?:需|剩|有|未|没)|剩下|(?!没有).{2,60}?(?:尚未|还没有?|仍未)',
  announces:
    '(?:接下来|下一步|然后|现在|稍后)，?我(?:会|将|要|来|准备)|我(?:接下来|现在|马上)?(?:会|将|要)|(?:正在)?等待',
  label: '根本原因|根因|原因|问题|問題|修复|解决(?:方案|方法)|总结|結果|结果|说明|注意|答案|改动|更改',
  causes: '根本原因|根因|原因(?:是|在于|為|为)|因为|因為|由于|由於|导致|導致|问题(?:在于|是|出在)',
  decides: '决定|決定|选择|選擇|采用|採用|改用|选用|而不是|而非|放弃|放棄',
  reasons: '因为|因為|由于|由於|以便|为了|為了|以免|避免|否则|否則',
  deed: '我?(?:已经?|已經|刚刚?)(?:将.{1,60}?)?(?:修复|修復|修正|修改|添加|新增|删除|移除|更新|实现|重构|重命名|替换|创建|优化|调整|改进|增加|解决)|我?(?:修复|修正|修改|添加|新增|删除|移除|更新|实现|重构|替换|创建|优化|调整|改进|增加|解决)了',
  hollow:
    '(?:已经?|已經)?(?:全部)?(?:完成|修复|修復|提交|推送|搞定)了?[。！]?$|好的|(?:所有)?测试(?:都|均|全部)?(?:已)?通过|以下是|让我|我来',
}

const japanese: Cues = {
  common:
    'を|に|は|が|の|と|も|で|へ|して?|する|した|ください|下さい|すべて|全部|全て|この|その|これ|それ|あと|それから|さらに|まず|です|ます|から|まで',
  agreement:
    'はい|ええ|うん|お願い(?:します|いたします)?|よろしく(?:お願いします)?|ok|オーケー|了解(?:です|しました)?|承知しました|いいですね?|いいですよ|いいよ|大丈夫(?:です)?|(?:続けて|進めて|そうして|やって)(?:ください)?|それで(?:お願いします|いいです)?|もちろん(?:です)?|どうぞ|賛成です|ありがとう(?:ございます)?',
  refusal: 'いいえ|いや|やめ|いえ|不要',
  chores:
    'コミット|プッシュ|マージ|プル|リベース|プルリク(?:エスト)?|変更|ブランチ|お願いします|ありがとう(?:ございます)?|おはよう|こんにちは|お疲れ様(?:です|でした)?',
  polite: '(?!)',
  politeEnd: 'て(?:もらえ|くれ|いただけ)(?:ます|ません|ない)か|て(?:もらえる|くれる)',
  verbs: {
    fix: '修正|直して|直す|解決',
    add: '追加|実装|作成',
    remove: '削除|消して|取り除',
    rename: 'リネーム|名前を変|リファクタ',
    check: '確認|調べて|見て|チェック',
    explain: '説明|教えて',
  },
  offer: '(?!)',
  offerEnd:
    '(?:し)?ましょうか|しますか|ても(?:よろしい|いい|よい)(?:です|でしょう)か|しても(?:よろしい|いい|よい)(?:です|でしょう)か',
  left: '次の(?:ステップ|手順|作業|対応)|今後の(?:作業|対応|予定|課題)|残り(?:の(?:作業|タスク|課題))?|残(?:作業|タスク)|未対応|未完了|やること',
  leftSaid: 'まだ|残りは|残っているのは|あとは',
  announces: '(?:次に|続いて|これから|それでは|この後|その後)、?.{2,120}?(?:ます|する)|.{2,80}?を待っています',
  label: '根本原因|原因|問題|修正(?:内容)?|対応|解決策|まとめ|結果|補足|注意|回答|変更点',
  causes: '根本原因|原因[はが]|ため(?:です|でした|に|、)|なので|によるもの|からです',
  decides: '決め|決定|選び|選択|採用|代わりに|ではなく|ことにしました|見送り',
  reasons: 'ため|ので|から|ように',
  deed: '(?!)',
  deedEnd:
    '(?:修正|追加|変更|削除|実装|更新|改善|対応|作成|移動|解決|置換|統合|整理)を?(?:し|いたし|行い)ました|(?:直し|加え|変え|消し)ました',
  hollow:
    '(?:完了|修正|対応|コミット|プッシュ)(?:し|いたし)?ました[。！]?$|完了です|(?:すべての|全ての)?テスト[がは](?:すべて|全て)?(?:通|成功|パス)|以下[がはに]|承知|わかりました|はい',
}

/** Languages with spaces between words, and without. English is read by its grammar, where each rule is. */
export const SPACED_LANGUAGES: readonly Cues[] = [german, french, spanish, russian, arabic]
export const UNSPACED_LANGUAGES: readonly Cues[] = [chinese, japanese]
