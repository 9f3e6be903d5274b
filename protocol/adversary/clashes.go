package adversary

var attackKinds, answerKinds []Kind
